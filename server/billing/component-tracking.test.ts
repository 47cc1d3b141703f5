import { expect, test } from 'vitest'
import { billing } from '#contract/billing.ts'
import { days, instantOf, later } from '#domain/basics/time.ts'
import { type BloodRequest, requestStatuses } from '#domain/requests/request.ts'
import { aService } from '#testing/harness/service.ts'
import { aRow, storeRows } from '#testing/makers/listed-requests.ts'
import { aBank } from '#testing/makers/makers.ts'

const now = instantOf('2026-11-15', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const provider = service.as('bloodsupport')

const week = { from: '2026-11-08', to: '2026-11-15' }

/** A bank nobody else counts, with these requests. */
async function aBankWith(changes: Partial<BloodRequest>[]): Promise<string> {
  const { id } = await aBank(service.db)
  const rows = changes.map((change) => aRow('firm', now, { status: 'issued', bankId: id, ...change }))
  await storeRows(service.db, rows)
  return id
}

const unitsOf = async (bank: string, range: { from: string; to: string } = week) =>
  (await provider.done(billing.components, { ...range, bank })).items

test('COMPTRACK-02 AMB-169 units are summed by group and component, in this order', async () => {
  const bank = await aBankWith([
    { bloodGroup: 'O+', component: 'PRBC', units: 2 },
    { bloodGroup: 'O+', component: 'PRBC', units: 30 },
    { bloodGroup: 'O+', component: 'FFP', units: 4 },
    { bloodGroup: 'A-', component: 'SDP', units: 1 },
    { bloodGroup: 'AB-', component: 'PRBC', units: 3 },
  ])
  expect(await unitsOf(bank)).toEqual([
    { bloodGroup: 'A-', component: 'SDP', units: 1 },
    { bloodGroup: 'O+', component: 'PRBC', units: 32 },
    { bloodGroup: 'O+', component: 'FFP', units: 4 },
    { bloodGroup: 'AB-', component: 'PRBC', units: 3 },
  ])
})

test.each(requestStatuses)(
  'COMPTRACK-02 AMB-169 a request that is %s counts, unless it came to nothing',
  async (status) => {
    const isCounted = !['hospital-admin-rejected', 'bloodbank-rejected', 'cancelled'].includes(status)
    const bank = await aBankWith([{ status, units: 2 }])
    expect(await unitsOf(bank)).toEqual(isCounted ? [{ bloodGroup: 'O+', component: 'PRBC', units: 2 }] : [])
  },
)

test('COMPTRACK-02 AMB-169 a request without a bank counts for nobody', async () => {
  const before = await provider.done(billing.components, week)
  await storeRows(service.db, [aRow('firm', now, { status: 'hospital-admin-approved', bankId: null })])
  expect(await provider.done(billing.components, week)).toEqual(before)
})

test('COMPTRACK-06 raised 8 days ago does not count by default, and does when the range is widened', async () => {
  const bank = await aBankWith([{ raisedAt: later(now, -days(8)), units: 3 }])
  expect(await unitsOf(bank)).toEqual([])
  expect(await unitsOf(bank, { from: '2026-11-07', to: '2026-11-15' })).toMatchObject([{ units: 3 }])
})

test.each([
  ['the first minute of the from date', instantOf('2026-11-08', '00:00'), 1],
  ['the minute before it', instantOf('2026-11-07', '23:59'), 0],
  ['the last minute of the to date', instantOf('2026-11-15', '23:59'), 1],
  ['the minute after it', instantOf('2026-11-16', '00:00'), 0],
])('COMPTRACK-06 AMB-169 both days belong to it, as India has them: %s', async (_, raisedAt, rows) => {
  expect(await unitsOf(await aBankWith([{ raisedAt }]))).toHaveLength(rows)
})

test('COMPTRACK-07 of one bank only its units count, without one those of all', async () => {
  const everybody = async () =>
    (await provider.done(billing.components, week)).items
      .filter(({ bloodGroup, component }) => bloodGroup === 'AB-' && component === 'SDP')
      .reduce((sum, { units }) => sum + units, 0)
  const before = await everybody()
  const asked = { bloodGroup: 'AB-', component: 'SDP' } as const
  const one = await aBankWith([{ ...asked, units: 2 }])
  const other = await aBankWith([{ ...asked, units: 5 }])
  expect(await unitsOf(one)).toMatchObject([{ units: 2 }])
  expect(await unitsOf(other)).toMatchObject([{ units: 5 }])
  expect(await everybody()).toBe(before + 7)
  expect(await unitsOf('no-such-bank')).toEqual([])
})

test('COMPTRACK-06 an order that is linked elsewhere, cancelled or set going again is counted anew', async () => {
  const [from, to] = [await aBankWith([{ units: 2 }, { units: 7 }]), await aBankWith([])]
  const change = (set: { bankId?: string; status?: BloodRequest['status'] }) =>
    service.db
      .updateTable('requests')
      .set(set)
      .where('bankId', 'in', [from, to])
      .where('units', '=', 2)
      .execute()
  const both = async () => [await unitsOf(from), await unitsOf(to)].map(([total]) => total?.units ?? 0)
  expect(await both()).toEqual([9, 0])
  await change({ bankId: to })
  expect(await both()).toEqual([7, 2])
  await change({ status: 'cancelled' })
  expect(await both()).toEqual([7, 0])
  await change({ status: 'issued' })
  expect(await both()).toEqual([7, 2])
})

test.each(['2026-02-30', 'yesterday', '0000-01-01', '', '20261115'])(
  'COMPTRACK-06 T60 %j is no day',
  async (from) => {
    const answer = await provider.raw('GET', `/api/requests/components?from=${from}&to=2026-11-15`)
    expect(answer.status).toBe(422)
  },
)
