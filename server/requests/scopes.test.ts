import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { aDriver, aHospital, aRequest } from '#testing/makers/makers.ts'
import { findingStore } from './finding-store.ts'
import { orderStore } from './order-store.ts'

const now = instantOf('2026-11-16', '10:00')
const { db } = await aService({ now, settings: { ROLE: 'web' } })
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('T18 an order is found by its id among those of the hospital alone', async () => {
  const [one, other] = [await aHospital(db), await aHospital(db)]
  const { id } = await aRequest(db, { hospitalId: one.id }, now)
  expect(idsOf(await findingStore(db).ids(id, one.id))).toEqual([id])
  expect(await findingStore(db).ids(id, other.id)).toEqual([])
})

test('AMB-253 a word that names a hospital finds that hospital’s alone, among the newest and among a driver’s', async () => {
  const [one, other, driver] = [await aHospital(db), await aHospital(db), await aDriver(db)]
  const wish = { status: 'issued', driverEmail: driver.email, patientName: 'Wilhelmina Quux' } as const
  const { id } = await aRequest(db, { ...wish, hospitalId: one.id }, now)
  await aRequest(db, { ...wish, hospitalId: other.id }, now)
  const named = { word: 'quokka', hospitals: [one.id] }
  const { patients, ofDrivers } = findingStore(db)
  expect(idsOf(await patients([{ word: 'wilhelmina', hospitals: [] }, named], null))).toEqual([id])
  expect(idsOf(await ofDrivers([{ email: driver.email, rest: [named] }]))).toEqual([id])
})

test('what a driver had before another is not found by his name', async () => {
  const [one, other] = [await aDriver(db), await aDriver(db)]
  const { id } = await aRequest(db, { status: 'issued', driverEmail: one.email }, now)
  const of = async ({ email }: { email: string }) =>
    idsOf(await findingStore(db).ofDrivers([{ email, rest: [] }]))
  expect([await of(one), await of(other)]).toEqual([[id], []])
  await db.updateTable('requests').set({ driverEmail: other.email }).where('id', '=', id).execute()
  await db
    .insertInto('requestDrivers')
    .values({ requestId: id, raisedAt: now, driverEmail: other.email })
    .execute()
  expect([await of(one), await of(other)]).toEqual([[], [id]])
})

test('T17 what is due of some hospitals is theirs alone', async () => {
  const [one, other] = [await aHospital(db), await aHospital(db)]
  const ids = [
    (await aRequest(db, { hospitalId: one.id }, now)).id,
    (await aRequest(db, { hospitalId: other.id }, now)).id,
  ]
  const ask = { statuses: [], after: null, through: null, limit: 10 }
  for (const [at, { id }] of [one, other].entries())
    expect(idsOf(await orderStore(db).due('deadline', { ...ask, hospitals: [id] }))).toEqual([ids[at]])
})
