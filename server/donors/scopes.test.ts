import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import type { Work } from '#server/db/work.ts'
import { aService } from '#testing/harness/service.ts'
import { aBank } from '#testing/makers/makers.ts'
import { aDonorForm } from '../demo/makers/donors.ts'
import { consentWriter } from './consent-store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

test('T23 another bank neither holds nor changes a form', async () => {
  const { db } = service
  const { id } = await aDonorForm(db, { bankId: 'redbank' }, now)
  const { id: otherBank } = await aBank(db)
  const writerOf = (bankId: string) => consentWriter({ db, now } as unknown as Work, bankId)
  const form = await writerOf('redbank').lock(id)
  if (!form) throw new Error('it is not there')
  expect(await writerOf(otherBank).lock(id)).toBeNull()
  await expect(writerOf(otherBank).save({ ...form, name: 'Somebody Else' })).rejects.toThrow()
  expect((await writerOf('redbank').lock(id))?.name).toBe(form.name)
})
