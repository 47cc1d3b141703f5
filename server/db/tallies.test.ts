import { expect, test } from 'vitest'
import { bloodGroups, componentCodes } from '#domain/basics/blood.ts'
import { days, earlier, instantOf } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import { diceFrom } from '#server/demo/makers/dice.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { aRow, storeRows } from '#testing/makers/listed-requests.ts'
import { type Db, openDatabase } from './database.ts'
import { foldTallies } from './tallies.ts'

const clone = await cloneDatabase('people')
const { db, pool, close } = openDatabase(clone.url)
const now = instantOf('2026-11-15', '10:00')
const dice = diceFrom(7)
const bankIds = [null, 'redbank', 'bluebank']

/** The tallies and what the requests themselves say, line by line. */
async function bothOf() {
  const asked = async (text: string) =>
    (await pool.query(text)).rows.map((row) => Object.values(row).join(' '))
  const kind = 'component, blood_group, status'
  return {
    requests: await asked(`select month, hospital_id, bank_id, ${kind}, sum(requests) from request_counts
      group by 1, 2, 3, 4, 5, 6 having sum(requests) <> 0 order by 1, 2, 3, 4, 5, 6`),
    requestsCounted: await asked(`
      select date_trunc('month', raised_at at time zone 'Asia/Kolkata')::date, hospital_id, coalesce(bank_id, ''), ${kind},
        count(*) from requests group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`),
    units: await asked(`select day, bank_id, ${kind}, sum(units) from unit_counts
      group by 1, 2, 3, 4, 5 having sum(units) <> 0 order by 1, 2, 3, 4, 5`),
    unitsCounted: await asked(`
      select (raised_at at time zone 'Asia/Kolkata')::date, bank_id, ${kind}, sum(units) from requests
      where bank_id is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`),
  }
}

async function expectRight(): Promise<void> {
  const { requests, requestsCounted, units, unitsCounted } = await bothOf()
  expect(requests).toEqual(requestsCounted)
  expect(units).toEqual(unitsCounted)
}

const rows = async (table: string) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n

const someRequests = (count: number) =>
  Array.from({ length: count }, () =>
    aRow(dice.pick(['firm', 'noble']), now, {
      raisedAt: earlier(now, days(dice.between(0, 70))),
      bankId: dice.pick(bankIds),
      component: dice.pick(componentCodes),
      bloodGroup: dice.pick(bloodGroups),
      status: dice.pick(requestStatuses),
      units: dice.between(1, 30),
    }),
  )

const changeOne = async (on: Db, id: string) =>
  on
    .updateTable('requests')
    .set(
      dice.pick([
        { status: dice.pick(requestStatuses) },
        { bankId: dice.pick(bankIds) },
        { status: dice.pick(requestStatuses), bankId: dice.pick(bankIds) },
        { note: 'nothing that is counted' },
      ]),
    )
    .where('id', '=', id)
    .execute()

test('PRICETRACK-04 COMPTRACK-02 whatever happens to requests, the tallies say what counting them would', async () => {
  const all = someRequests(200)
  await storeRows(db, all)
  await expectRight()
  for (let round = 0; round < 6; round++) {
    // several at once, as the provider's people work
    await Promise.all(Array.from({ length: 30 }, () => changeOne(db, dice.pick(all).id)))
    if (round % 2 === 0) await foldTallies(db)
    await expectRight()
  }
  await db
    .deleteFrom('requests')
    .where(
      'id',
      'in',
      all.slice(0, 50).map(({ id }) => id),
    )
    .execute()
  await expectRight()
  await foldTallies(db)
  await expectRight()
})

test('PRICETRACK-04 what was folded is gone from the changes, and no tally of nought stays', async () => {
  const [request] = someRequests(1)
  if (!request) throw new Error('no request')
  await storeRows(db, [{ ...request, status: 'pending', bankId: null }])
  await foldTallies(db)
  const before = await rows('request_tallies')
  for (const status of requestStatuses) {
    await db.updateTable('requests').set({ status, bankId: 'redbank' }).where('id', '=', request.id).execute()
    await foldTallies(db)
  }
  expect(await rows('tally_changes')).toBe(0)
  expect(Math.abs((await rows('request_tallies')) - before)).toBeLessThanOrEqual(1)
  await expectRight()
})

test('PRICETRACK-04 a change that is counted nowhere writes nothing, and one that is undone neither', async () => {
  const [request] = someRequests(1)
  await storeRows(db, request ? [request] : [])
  await foldTallies(db)
  await db
    .updateTable('requests')
    .set({ note: 'x', version: 2 })
    .where('id', '=', request?.id ?? '')
    .execute()
  await db
    .transaction()
    .execute(async (tx) => {
      await tx
        .updateTable('requests')
        .set({ units: 9 })
        .where('id', '=', request?.id ?? '')
        .execute()
      throw new Error('thought better of it')
    })
    .catch(() => undefined)
  expect(await rows('tally_changes')).toBe(0)
  await expectRight()
})

test('PRICETRACK-04 folding by several at once, while orders change, loses and doubles nothing', async () => {
  const all = someRequests(60)
  await storeRows(db, all)
  await Promise.all([
    ...Array.from({ length: 4 }, async () => {
      for (let n = 0; n < 5; n++) await foldTallies(db)
    }),
    ...Array.from({ length: 100 }, () => changeOne(db, dice.pick(all).id)),
  ])
  await expectRight()
  await foldTallies(db)
  expect(await rows('tally_changes')).toBe(0)
  await expectRight()
  await close()
  await clone.drop()
})
