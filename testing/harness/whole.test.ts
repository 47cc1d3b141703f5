import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { generous, trafficIn } from './crash-house.ts'
import { type Harm, noHarm } from './harm.ts'
import { aService } from './service.ts'
import { thePlaces, type Witness } from './traffic.ts'
import { harmIn, hooksHarmed, rowsHarmed } from './whole.ts'

const service = await aService({
  isSettling: false,
  settings: { TRUST_PROXY: '1', ...generous },
})
let witness: Witness

/** Of one bank two slips, and a bag on each. */
beforeAll(async () => {
  const as = (email: string | null) => [email === null ? service.anonymous : service.as(email)]
  const traffic = trafficIn(await thePlaces(service.db, 2, as))
  const banks = () => traffic.witness.issues.map(({ slip }) => slip.slice(0, slip.lastIndexOf('-')))
  while (new Set(banks()).size === banks().length) await traffic.after(5)
  witness = await traffic.stop()
  await service.settled()
}, 120_000)

test('X01 what everybody was told is there, once and whole', async () => {
  const harm = await harmIn(service.db, witness)
  await hooksHarmed(service.db, harm)
  expect(harm).toEqual(noHarm())
})

const one = (table: string, column = 'id') => sql.raw(`(select min(${column}::text) from ${table})`)
const aBag = sql`id::text = ${one('issue_bags', 'bag_id')}`
const aSlip = sql`slip = ${one('issues', 'slip')}`

/** What somebody who has the database in his hands does to it, and what is said of it. */
const spoilings: [what: string, kind: keyof Harm, said: RegExp, statement: RawBuilder<unknown>][] = [
  ['a request is gone', 'lost', /^request /, sql`delete from requests where id = ${one('requests')}`],
  [
    'a request nobody was told of',
    'doubled',
    /^request .* nobody was told of/,
    sql`insert into requests select (jsonb_populate_record(requests, '{"id": "00000000"}')).*
      from requests where id = ${one('requests')}`,
  ],
  ['a form is gone', 'lost', /^donor form /, sql`delete from donor_forms where id = ${one('donor_forms')}`],
  [
    'a count is not what was said',
    'lost',
    /^the last count of /,
    sql`update stock set quantity = quantity + 1`,
  ],
  ['a bag is gone', 'lost', /^bag T\d+$/, sql`delete from bags where ${aBag}`],
  [
    'a bag nobody was told of',
    'doubled',
    /^bag .* nobody was told of/,
    sql`insert into bags select (jsonb_populate_record(bags, jsonb_build_object('id', gen_random_uuid(), 'number', 'T'))).*
      from bags where ${aBag}`,
  ],
  [
    'an event of a bag is gone',
    'lost',
    /^bag .* tells /,
    sql`delete from events where subject_kind = 'bag' and kind = 'bag-held'`,
  ],
  [
    'a bag is on the shelf again',
    'halfDone',
    /^bag .* is available, and its trail says received/,
    sql`update bags set state = 'available' where ${aBag}`,
  ],
  [
    'a bag moved without an event',
    'halfDone',
    /^bag .* has 5 changes at version 6/,
    sql`update bags set version = version + 1 where ${aBag}`,
  ],
  [
    'results are there twice',
    'doubled',
    /^bag .* has 12 results of 6/,
    sql`insert into donation_tests (bank_id, number, test, result, tested_at, tested_by)
      select bank_id, number, test, result, tested_at, tested_by from donation_tests`,
  ],
  [
    'a result is gone',
    'halfDone',
    /^bag .* has 5 results of 6/,
    sql`delete from donation_tests where test = 'HIV'`,
  ],
  [
    'a hold never ended',
    'halfDone',
    /^bag .* is received with 1 open holds/,
    sql`update bag_holds set released_at = null, release_reason = null`,
  ],
  [
    'a bag is held twice',
    'doubled',
    /^bag .* has 2 open holds/,
    sql`insert into bag_holds (bag_id, request_id, held_at, held_by, until)
      select bag_id, request_id, held_at, held_by, until from bag_holds cross join generate_series(1, 2)`,
  ],
  ['a tube is gone', 'lost', /^tube /, sql`delete from samples where id::text = ${one('samples')}`],
  [
    'a match is gone',
    'lost',
    /^match /,
    sql`delete from crossmatches where id::text = ${one('crossmatches')}`,
  ],
  [
    'a match nobody was told of',
    'doubled',
    /^match .* nobody was told of/,
    sql`insert into crossmatches select (jsonb_populate_record(crossmatches,
      jsonb_build_object('id', gen_random_uuid()))).* from crossmatches limit 1`,
  ],
  [
    'an issue without its bags',
    'halfDone',
    /^slip .* has no bags/,
    sql`delete from issue_bags where ${aSlip}`,
  ],
  [
    'an issue with a part of its bags',
    'halfDone',
    /^slip .* has \d bags of \d/,
    sql`delete from issue_bags where bag_id::text = ${one('issue_bags', 'bag_id')}`,
  ],
  [
    'a bag that is on a slip and was not issued',
    'halfDone',
    /^bag .* is held and on 1 slips/,
    sql`update bags set state = 'held' where ${aBag}`,
  ],
  [
    'a bag on two slips',
    'doubled',
    /^bag .* is on \d+ slips/,
    sql`insert into issue_bags (slip, bag_id, position, is_inspected)
      select issues.slip, bag_id, 9, true from issues, issue_bags where issues.slip <> issue_bags.slip`,
  ],
  ['a receipt is gone', 'halfDone', /^bag .* is received, without a receipt/, sql`delete from receipt_bags`],
  ['a slip is gone', 'lost', /^slip /, sql`delete from issues where ${aSlip}`],
  ['the number of a slip is skipped', 'lost', /^number 1 of /, sql`delete from issues where ${aSlip}`],
  [
    'a number was taken without its slip',
    'lost',
    /^number \d+ of .* was skipped/,
    sql`update slip_numbers set last = last + 1`,
  ],
  [
    'a number will be taken again',
    'doubled',
    /^number \d+ of .* is there 1 times, of /,
    sql`update slip_numbers set last = last - 1`,
  ],
  [
    'a number is on two slips',
    'doubled',
    /^number 1 of .* is there 2 times/,
    sql`insert into issues select (jsonb_populate_record(issues, jsonb_build_object('slip',
      regexp_replace(slip, '000001$', '0000001')))).* from issues where ${aSlip}`,
  ],
  ['slips that nobody counted', 'halfDone', /^slips of .* without a count/, sql`delete from slip_numbers`],
  [
    'a hook was never told',
    'lost',
    /^event \d+ \(bags-issued\) is nothing to a hook/,
    sql`delete from hook_deliveries where kind = 'slip.issued'`,
  ],
  [
    'a hook is told of what is no event for one',
    'doubled',
    /^event 0 is told to a hook/,
    sql`insert into hook_deliveries select (jsonb_populate_record(hook_deliveries, '{"event_id": 0}')).*
      from hook_deliveries limit 1`,
  ],
]

class TakenBack extends Error {}

test.each(spoilings)('X01 is seen: %s', async (_what, kind, said, statement) => {
  let harm = noHarm()
  const spoiled = service.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`drop index bag_holds_open`.execute(tx)
    await statement.execute(tx)
    harm = await rowsHarmed(tx, witness)
    await hooksHarmed(tx, harm)
    throw new TakenBack()
  })
  await expect(spoiled).rejects.toThrow(TakenBack)
  expect(harm[kind]).toContainEqual(expect.stringMatching(said))
})
