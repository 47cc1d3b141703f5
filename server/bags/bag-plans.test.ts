import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BloodRequest } from '#domain/requests/request.ts'
import { cloneDatabase } from '#testing/harness/database.ts'
import { listeningTo, planOf } from '#testing/harness/plans.ts'
import { sized } from '#testing/harness/size.ts'
import { findRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { fateStore } from '../fates/store.ts'
import { choicesOf } from '../matching/choosing.ts'
import { packedOf } from '../matching/packed.ts'
import { benchStore } from '../matching/store.ts'
import { benchRows, benchView } from '../matching/view.ts'
import { freeBagsOf } from '../stock/store.ts'
import { bagsOfForms, formsOfNumbers, lockBagsOfForm, lockFormless } from './intake-store.ts'
import { type BagFilter, bagStore } from './store.ts'

const database = await cloneDatabase('people')
const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 })
pool.on('error', () => undefined) // told by the query that fails
const { db, hear } = listeningTo(pool)

const patience = sized(120_000, 600_000)
const count = sized(30_000, 1_000_000)
/** Long out of the house. */
const gone = count * sized(0.8, 0.99)
const orders = Math.trunc(count / 15)
/** So that a month is a small part of them, as after some years. */
const apart = sized('5 hours', '2 hours')

/** Of two banks, most of it long gone, as after some years. */
beforeAll(async () => {
  await pool.query(`
    insert into bags (id, bank_id, number, number_kind, component, blood_group, collected_on, expires_at, state,
      taken_at, taken_by, donor_form_id)
      select gen_random_uuid(), case when n % 5 = 0 then 'bluebank' else 'redbank' end, 'N' || n / 3, 'own',
        (array['PRBC', 'FFP', 'RDP'])[n % 3 + 1], (array['O+', 'B+', 'A+', 'O+', 'AB+', 'O-', 'AB-'])[n % 7 + 1],
        current_date - 20, now() + (n - ${gone}) * interval '20 minutes',
        case when n < ${gone} then (array['issued', 'expired', 'discarded'])[n % 3 + 1]
          else (array['available', 'available', 'held', 'quarantine'])[n % 4 + 1] end,
        now(), 'somebody', case when n % 4 = 0 then lpad(to_hex(n / 3), 8, '0') end
      from generate_series(1, ${count}) n;
    insert into donation_tests (bank_id, number, test, result, tested_at, tested_by)
      select 'redbank', 'N' || n, 'HIV', 'negative', now(), 'somebody' from generate_series(1, ${count} / 3) n;
    insert into bank_settings (bank_id, keeps_bags) values ('redbank', true), ('bluebank', true)`)
  await pool.query(`
    insert into requests (id, hospital_id, patient_name, patient_id, age, sex, blood_group, component, units, order_type,
      reason, status, bank_id, driver_email, linked_at, pickup_at, deadline_at, raised_at, updated_at)
      select lpad(to_hex(n), 8, '0'), 'firm', 'Somebody', 'P-' || n, 40, 'Male', 'O+', 'PRBC', 3, 'immediate', 'Anaemia',
        case when n > ${orders} - 100 then 'cross-matching' else 'completed' end, 'redbank', null, at, at, at, at, at
      from (select n, now() + (n - ${orders}) * interval '${apart}' as at from generate_series(1, ${orders}) n) numbered;
    insert into deliveries (request_id, seq, units) select id, 1, 3 from requests;
    insert into samples (id, request_id, bank_id, taken_at, received_at, received_by, label_name, label_patient_id,
      group_found, valid_until)
      select gen_random_uuid(), id, 'redbank', raised_at, raised_at, 'S. Meena', patient_name, patient_id,
        case when ('x' || id)::bit(32)::int % 100 = 0 then 'Oh+' else 'O+' end, raised_at
      from requests;
    insert into more_for_bank (request_id, ward, bombay, bombay_at, bombay_of)
      select request_id, '3', case when group_found = 'Oh+' then 'Oh+' end,
        case when group_found = 'Oh+' then received_at end, case when group_found = 'Oh+' then label_patient_id end
      from samples;
    analyze bags, requests, samples, more_for_bank;
    insert into bank_keys (kid, bank_id, public_jwk, private_sealed, made_at) values ('k', 'redbank', '{}', '', now());
    insert into issues (slip, bank_id, request_id, seq, issued_at, issued_by, kid, jws)
      select 'S-' || id, 'redbank', id, 1, raised_at, 'S. Meena', 'k', '' from requests where status = 'completed';
    create temporary table gone as
      select bags.id as bag_id, requests.id as request_id, gen_random_uuid() as match_id, row_number() over () as nth
      from (select id, row_number() over () as nth from bags where bank_id = 'redbank' and state = 'issued') bags
      join requests on requests.id = lpad(to_hex(bags.nth % (${orders} - 100) + 1), 8, '0');
    analyze gone;
    insert into crossmatches (id, request_id, sample_id, bag_id, method, result, done_at, done_by)
      select match_id, gone.request_id, samples.id, bag_id, 'gel', 'compatible', now(), 'S. Meena'
      from gone join samples on samples.request_id = gone.request_id;
    insert into issue_bags (slip, bag_id, position, crossmatch_id, is_inspected)
      select 'S-' || request_id, bag_id, nth, match_id, true from gone;
    insert into bag_holds (bag_id, request_id, held_at, held_by, until, released_at, release_reason)
      select bag_id, request_id, now(), 'S. Meena', now(), now(), 'issued' from gone;
    insert into bag_holds (bag_id, request_id, held_at, held_by, until)
      select id, lpad(to_hex(${orders} - nth % 100), 8, '0'), now(), 'S. Meena', now() + interval '1 day'
      from (select id, row_number() over () as nth from bags where bank_id = 'redbank' and state = 'held') held
      where nth <= 300`)
  await pool.query('vacuum analyze')
}, patience)

afterAll(async () => {
  await db.destroy()
  await database.drop()
}, patience)

const first = { after: null, through: null, limit: 50 }
const deep = { at: new Date(Date.now() + 30 * 86_400_000), id: '80000000-0000-4000-8000-000000000000' }
const asked = { db } as unknown as Work
const store = bagStore(db, 'redbank')
const lastOrder = orders.toString(16).padStart(8, '0')
const hospital = { isHospital: true, now: new Date() }
async function orderOf(id: string): Promise<BloodRequest> {
  const request = await findRequest(db, id)
  if (!request) throw new Error(`no order ${id}`)
  return request
}
const viewOf = (order: BloodRequest) =>
  benchView(db, order, { bankId: 'redbank', accountId: '', now: new Date() })
const choose = (order: BloodRequest) =>
  choicesOf(db, order, { bankId: 'redbank', isEmergency: false, now: new Date() })
const notes = (ask: object) =>
  fateStore(db, 'firm').page({ ...{ since: null, requestId: null, after: null, limit: 50 }, ...ask })
const list = (filter: Partial<BagFilter>, ask: object = {}) =>
  store.list({ states: [], components: [], groups: [], until: null, ...filter }, { ...first, ...ask })

/** Of few orders all are read at once. */
const everyRow = sized(
  /^Seq Scan (bags|donation_tests)$/,
  /^Seq Scan (bags|donation_tests|requests|deliveries|samples|crossmatches|issues|issue_bags|bag_holds)$/,
)

test.each<[string, () => Promise<unknown>, number?]>([
  ['a shelf', () => list({})],
  ['a shelf, deep', () => list({}, { after: deep })],
  ['a shelf read again', () => list({}, { through: deep })],
  ['a shelf that ends soon', () => list({ until: new Date(Date.now() + 86_400_000) })],
  ['bags that are free or held', () => list({ states: ['available', 'held'] })],
  ['bags that were discarded', () => list({ states: ['discarded'] })],
  ['bags of a rare group', () => list({ groups: ['AB-'] })],
  [
    'bags of a component and group that went out',
    () => list({ states: ['issued'], components: ['FFP'], groups: ['AB-'] }),
  ],
  // with each bag that left in 28 days, however many ever did
  ['the sums of a shelf', () => store.cells(new Date()), 5_000],
  ['the donations of a form', () => bagsOfForms(asked, 'redbank', ['0000077f'])],
  ['the bags of a form’s donation', () => lockBagsOfForm(asked, 'redbank', '0000077f')],
  ['the forms of donations', () => formsOfNumbers(asked, 'redbank', ['N7777', 'N7778'])],
  ['the bags of donations without one', () => lockFormless(asked, 'redbank', ['N7777', 'N7778'])],
  ['a donation', () => store.ofDonation('N7777')],
  ['the results of a donation', () => store.results('N7777')],
  ['free bags beside counts', () => freeBagsOf(db, 'redbank', new Date())],
  ['a page of the bench', () => benchRows(db, 'redbank', { ...first, limit: sized(5, 50) }, new Date())],
  ['slips since a time', () => notes({ since: new Date(Date.now() - 86_400_000) })],
  ['slips, deep', () => notes({ after: { at: new Date(Date.now() - 7 * 86_400_000), id: 'S-' } })],
  ['one order on the bench', async () => viewOf(await orderOf(lastOrder))],
  ['the shelf for an order', async () => choose(await orderOf(lastOrder))],
  ['the bags that left for an order', async () => packedOf(db, await orderOf('00000007'), hospital)],
])(`T65 among ${count} bags, %s are read by an index`, async (_, ask, most = sized(1_000, 2_000)) => {
  const { queries } = await hear({ ask })
  const plans = await Promise.all(queries.map((query) => planOf(pool, query)))
  // of settings, places and drivers every row may be looked at
  const walks = plans.flatMap(({ scans }) => scans.filter((scan) => everyRow.test(scan)))
  expect(walks).toEqual([])
  expect(Math.max(...plans.map(({ pages }) => pages))).toBeLessThan(most)
})

test('T65 AMB-405 what was once known of a patient is read by their ID, however many patients there are', async () => {
  // each hundredth is of a patient who was
  const once = (orders - (orders % 100)).toString(16).padStart(8, '0')
  const { queries, answer } = await hear({ ask: () => benchStore(db).moreOf(once) })
  const [plan] = await Promise.all(queries.map((query) => planOf(pool, query)))
  expect(answer).toMatchObject({ signs: [{ group: 'Oh+' }, { group: 'Oh+' }] })
  expect(queries).toHaveLength(1)
  expect(plan?.scans.join()).toMatch(/samples_bombay/)
  expect(plan?.scans.join()).toMatch(/more_for_bank_bombay/)
  expect(plan?.pages).toBeLessThan(60)
})
