import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import type { Work } from '#server/db/work.ts'
import { aService } from '#testing/harness/service.ts'
import { aRequest, nextNumber } from '#testing/makers/makers.ts'
import { aBagIn, aShelf } from '#testing/makers/shelves.ts'
import { aDonorForm } from '../demo/makers/donors.ts'
import { formsOf } from './form-store.ts'
import { bagsOfForms, formsOfNumbers, lockBagsOfForm, lockFormless, lockForms } from './intake-store.ts'
import { labelStore } from './label-store.ts'
import { settingsWriter } from './settings-store.ts'
import { bagStore } from './store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const work = { db, now } as unknown as Work

async function issued(bankId: string, bagId: string): Promise<void> {
  const { id: requestId } = await aRequest(db, { status: 'issued', bankId }, now)
  const [kid, slip] = [`kid-${nextNumber()}`, `S-${nextNumber()}`]
  const key = { kid, bankId, publicJwk: {}, privateSealed: '', madeAt: now }
  await db
    .insertInto('bankKeys')
    .values({ ...key, retiredAt: null, compromisedAt: null })
    .execute()
  const issue = { slip, bankId, requestId, seq: 1, issuedAt: now, issuedBy: 'S. Meena', checkedBy: null }
  await db
    .insertInto('issues')
    .values({ ...issue, kid, jws: '' })
    .execute()
  await db
    .insertInto('issueBags')
    .values({ slip, bagId, position: 1, crossmatchId: null, isInspected: true })
    .execute()
}

test('T16 a shelf, its settings, its minimums and its labels are one bank’s', async () => {
  const [one, other] = [await aShelf(service), await aShelf(service)]
  const bag = await aBagIn(db, one.id)
  await db.updateTable('bankSettings').set({ sampleHours: 24 }).where('bankId', '=', one.id).execute()
  await settingsWriter(work, one.id).nameProduct('E0382', 'PRBC', 'S. Meena')
  await issued(one.id, bag.id)
  const [mine, theirs] = [bagStore(db, one.id), bagStore(db, other.id)]
  expect((await mine.cells(now)).map(({ free, issued }) => [free, issued])).toEqual([[1, 1]])
  expect([await mine.products(), await theirs.products()]).toEqual([{ E0382: 'PRBC' }, {}])
  expect(await theirs.cells(now)).toEqual([])
  expect([(await mine.settings()).sampleHours, (await theirs.settings()).sampleHours]).toEqual([24, 72])
  expect((await labelStore(db).bags(one.id, [bag.id])).map(({ id }) => id)).toEqual([bag.id])
  expect(await labelStore(db).bags(other.id, [bag.id])).toEqual([])
  const form = await aDonorForm(db, { bankId: one.id }, now)
  expect([...(await lockForms(work, one.id, [form.id])).keys()]).toEqual([form.id])
  expect([...(await lockForms(work, other.id, [form.id])).keys()]).toEqual([])
  const { number } = bag
  expect((await lockFormless(work, one.id, [number])).map(({ id }) => id)).toEqual([bag.id])
  expect(await lockFormless(work, other.id, [number])).toEqual([])
  await db.updateTable('bags').set({ donorFormId: form.id }).where('id', '=', bag.id).execute()
  expect(await formsOfNumbers(work, one.id, [number])).toEqual([{ number, donorFormId: form.id }])
  expect(await formsOfNumbers(work, other.id, [number])).toEqual([])
  expect(await bagsOfForms(work, one.id, [form.id])).toEqual([{ number, donorFormId: form.id }])
  expect(await bagsOfForms(work, other.id, [form.id])).toEqual([])
  expect((await lockBagsOfForm(work, one.id, form.id)).map(({ id }) => id)).toEqual([bag.id])
  expect(await lockBagsOfForm(work, other.id, form.id)).toEqual([])
  const gone = { id: 'e4a5ed00', bankId: one.id, status: 'rejected', erasedAt: now, why: 'asked' } as const
  await db.insertInto('erasedForms').values(gone).execute()
  const named = [form.id, gone.id]
  expect([...(await formsOf(db, one.id, named)).keys()].toSorted()).toEqual(named.toSorted())
  expect([...(await formsOf(db, other.id, named)).keys()]).toEqual([])
  for (const { id } of [one, other]) await settingsWriter(work, id).setMinimum('PRBC', 'A+', 5)
  await settingsWriter(work, one.id).setMinimum('PRBC', 'A+', null)
  expect(await settingsWriter(work, one.id).minimum('PRBC', 'A+')).toBeNull()
  expect(await settingsWriter(work, other.id).minimum('PRBC', 'A+')).toBe(5)
})
