import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { hours, instantOf, later } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aBank, aDraft, aStaffedHospital } from '#testing/makers/makers.ts'
import { hookStore } from './store.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

test('AMB-324 what is replayed is looked for among what happened to its owner', async () => {
  const { db } = service
  const { hospital, admin, staff } = await aStaffedHospital(db)
  const bank = await aBank(db)
  const { id } = await service.as(staff).done(requests.raise, aDraft(now))
  await service.as(admin).done(requests.approve, { id, version: 1 })
  await service.as('bloodsupport').done(orders.link, wishFor({ id, bankId: bank.id }))
  const told = async (reader: 'hospital' | 'bank', organisationId: string) => {
    const owner = { reader, organisationId }
    const events = await hookStore(db, owner).events(
      { ...owner, withTests: false },
      later(now, -hours(1)),
      later(now, hours(1)),
    )
    return [...new Set(events.map(({ subjectId }) => subjectId))]
  }
  expect(await told('hospital', hospital.id)).toEqual([id])
  expect(await told('bank', bank.id)).toEqual([id])
  expect(await told('hospital', (await aStaffedHospital(db)).hospital.id)).toEqual([])
  expect(await told('bank', (await aBank(db)).id)).toEqual([])
})
