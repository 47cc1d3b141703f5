import { expect, test } from 'vitest'
import { slips } from '#contract/slips.ts'
import { days, later } from '#domain/basics/time.ts'
import { aService } from '#testing/harness/service.ts'
import { anAccount, aRequest } from '#testing/makers/makers.ts'
import { aKeptBag, anIssue } from '#testing/makers/slips.ts'

const service = await aService({ now: '2026-11-16T10:48:00+05:30', settings: { ROLE: 'web' } })
const { db, clock } = service
await anAccount(db, {
  email: 'bank.staff',
  grant: { product: 'bloodbank', role: 'staff', organisationId: 'redbank' },
})
const order = { hospitalId: 'firm', bankId: 'redbank', status: 'issued' } as const
const print = (who: string, slip: string) => service.as(who).raw('GET', `/api/slips/${slip}`)

test('AMB-314 the slip is for its bank and its hospital, and for nobody else; that somebody had it is an event', async () => {
  const request = await aRequest(db, order, clock.now())
  const slip = await anIssue(db, request, clock.now())
  for (const who of ['redbank_bloodbank', 'bank.staff', 'firm', 'firm_pilot'])
    expect((await print(who, slip)).status, who).toBe(200)
  for (const who of ['bluebank_bloodbank', 'city_admin'])
    expect((await print(who, slip)).status, who).toBe(404)
  for (const who of ['bloodsupport', 'arun.driver']) expect((await print(who, slip)).status, who).toBe(403)
  expect((await print('redbank_bloodbank', 'REDBANK-2026-999999')).status).toBe(404)
  const read = await db
    .selectFrom('events')
    .select(['detail'])
    .where('kind', '=', 'slip-downloaded')
    .execute()
  expect(read.map(({ detail }) => JSON.parse(detail))).toEqual(Array(4).fill({ requestId: request.id, slip }))
})

test('AMB-314 seven days after the order is over its slip is left to the admin of the bank and the hospital', async () => {
  const over = { ...order, status: 'completed' } as const
  const request = await aRequest(db, over, clock.now())
  const slip = await anIssue(db, request, clock.now())
  const statuses = async () => [
    (await print('bank.staff', slip)).status,
    (await print('redbank_bloodbank', slip)).status,
    (await print('firm', slip)).status,
  ]
  expect(await statuses()).toEqual([200, 200, 200])
  const before = clock.now()
  clock.moveTo(later(before, days(7) + 1_000))
  expect(await statuses()).toEqual([403, 200, 200])
  clock.moveTo(before)
})

test('AMB-314 anybody is told the public keys with the name of the bank, and nothing private', async () => {
  const request = await aRequest(db, order, clock.now())
  await anIssue(db, request, clock.now())
  const { status, body } = await service.anonymous.call(slips.keys, {})
  expect(status).toBe(200)
  const items = (body as { items: Record<string, unknown>[] }).items
  const own = items.find(({ kid }) => kid === 'redbank-1') ?? {}
  expect(Object.keys(own).sort()).toEqual(
    ['bankId', 'bankName', 'compromisedAt', 'kid', 'madeAt', 'retiredAt', 'x'].sort(),
  )
  expect(own).toMatchObject({ bankId: 'redbank', retiredAt: null, compromisedAt: null })
})

test('AMB-314 a bag that left again for another order is told of its first slip, and not of its second', async () => {
  const bag = await aKeptBag(db)
  const [one, other] = [await aRequest(db, order, clock.now()), await aRequest(db, order, clock.now())]
  const first = await anIssue(db, one, clock.now(), { bags: [bag] })
  const isElsewhere = async (slip: string) => (await service.anonymous.done(slips.seen, { slip })).isElsewhere
  expect(await isElsewhere(first)).toBe(false)
  const second = await anIssue(db, other, later(clock.now(), 60_000), { bags: [bag] })
  expect([await isElsewhere(first), await isElsewhere(second), await isElsewhere('nobody')]).toEqual([
    true,
    false,
    false,
  ])
})
