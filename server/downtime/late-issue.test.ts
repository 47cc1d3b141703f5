import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { fates } from '#contract/fates.ts'
import { late } from '#contract/late.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { registers } from '#contract/registers.ts'
import { requests } from '#contract/requests.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { lifeOf } from '#domain/requests/timeline.ts'
import { readSlip } from '#domain/slips/slip.ts'
import { sweepBags } from '#server/bags/sweeping.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { transactOn } from '#server/db/work.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { anOrderFor, aTube } from '#testing/makers/benches.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { aSheet, onSheet, type PaperIssue, printedPapers } from '#testing/makers/papers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { aFreeBag, aShelf, type ShelfBank } from '#testing/makers/shelves.ts'

/** The server is back in the evening; the papers are of the day. */
const evening = instantOf('2026-11-17', '18:00')
const at = (time: string) => instantOf('2026-11-17', time)
let service: TestService
let shelf: ShelfBank
const papers: Record<string, string[]> = {}
const [hospital, provider] = [() => service.as('firm'), () => service.as('bloodsupport')]

beforeAll(async () => {
  service = await aService({ now: evening, settings: { ROLE: 'web' } })
  shelf = await aShelf(service)
  await thePrices(service.db)
  papers.hospital = await printedPapers(hospital())
  papers.provider = await printedPapers(provider())
  papers.bank = [
    ...(await printedPapers(shelf.staff)),
    ...(await printedPapers(shelf.staff)),
    ...(await printedPapers(shelf.bank)),
  ]
}, 60_000)
beforeEach(async () => {
  service.clock.moveTo(evening)
  await service.db.deleteFrom('rateLimits').execute()
})

const next = (whose: 'hospital' | 'provider' | 'bank'): string => {
  const paper = papers[whose]?.shift()
  if (!paper) throw new Error(`no paper of the ${whose} is left`)
  return paper
}

const way = [
  { seq: 1, step: 'sample acquired', doneAt: at('10:20'), receiver: 'Sister Mary' },
  { seq: 1, step: 'cross matching', doneAt: at('10:50') },
  { seq: 1, step: 'issued', doneAt: at('11:35'), temperature: 4.2 },
  { seq: 1, step: 'delivered', doneAt: at('12:10'), temperature: 4.8, receiver: 'Sister Mary' },
] as const
const carrying = (id: string, paperNumber: string) => ({
  ...{ id, paperNumber, steps: [...way] },
  link: { bankId: shelf.id, driverEmail: arun, at: at('09:40') },
})

type Bagged = { id: string; number: string }
const compatible = { method: 'gel', result: 'compatible' } as const
const sheetOf = (id: string, left: readonly Bagged[], change: Partial<PaperIssue> = {}) =>
  aSheet({ id, paperNumber: next('bank'), issuedAt: at('11:30') }, left, change)
const freeBags = async () => [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)] as const
const stateOf = async (id: string) =>
  (await service.db.selectFrom('bags').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const slipsOf = async (id: string) =>
  (await service.db.selectFrom('issues').select('slip').where('requestId', '=', id).execute()).length
const messages = async () =>
  (await service.db.selectFrom('notifications').select(sql<number>`count(*)::int`.as('n')).execute())[0]?.n

test('AMB-374 a day on paper is entered by everybody in the evening: slip, registers, timeline, receipt and fate as of the papers', async () => {
  const before = await messages()
  const draft = aDraft(at('09:05'), { component: 'PRBC', units: 2, bloodGroup: 'O+' })
  const { id } = await hospital().done(late.raise, {
    ...{ ...draft, patientName: 'Karthik Subramanian', patientId: 'FH-118160' },
    ...{ paperNumber: next('hospital'), raisedAt: at('09:05'), approvedAt: at('09:20') },
  })
  const left = await freeBags()
  const [one, two] = left
  const third = await aFreeBag(shelf.staff)
  const unlinked = sheetOf(id, left)
  expect((await shelf.staff.call(late.issue, unlinked)).refusal?.text).toContain(
    'the provider enters the link',
  )
  const done = await provider().done(late.carry, carrying(id, next('provider')))
  expect(done.status).toBe('delivery-completed')
  const misfit = { ...onSheet(third), match: { method: 'gel', result: 'incompatible' } as const }
  const sheet = { ...unlinked, bags: [...unlinked.bags, misfit] }
  const slip = await shelf.staff.done(late.issue, sheet)
  expect(slip).toMatchObject({
    ...{ seq: 1, issuedAt: at('11:30'), issuedBy: 'S. Meena', checkedBy: null, isEmergency: false },
    bags: [{ number: one.number, isOwed: false }, { number: two.number }],
  })
  // nobody is rung, and nothing moves by it
  expect(await messages()).toBe(before)
  const shown = await hospital().done(requests.show, { id })
  expect(shown).toMatchObject({ version: done.version, status: done.status, deliveredAt: at('12:10') })
  const life = lifeOf(shown)
  expect(life.map((step) => step.at)).toEqual(
    ['09:05', '09:20', '09:40', '10:20', '10:50', '11:30', '11:35', '12:10'].map(at),
  )
  expect(life.every(({ mark }) => mark?.includes('entered later from paper P-'))).toBe(true)
  expect(life[5]).toMatchObject({
    title: 'packed',
    quote: `Delivery 1, slip ${slip.slip}: ${one.number}, ${two.number}`,
    mark: expect.stringMatching(`^entered later from paper ${sheet.paperNumber} by S. Meena`),
  })
  // off the shelf; what did not fit is free for others
  for (const bag of left) expect(await stateOf(bag.id)).toBe('issued')
  expect(await stateOf(third.id)).toBe('available')
  const { steps } = await shelf.staff.done(bags.history, { id: one.id })
  expect(steps.at(-1)?.detail).toContain(`on paper ${sheet.paperNumber}, 17 Nov 2026, 11:30 am`)
  const { jws } = await service.db
    .selectFrom('issues')
    .select('jws')
    .where('slip', '=', slip.slip)
    .executeTakeFirstOrThrow()
  expect(readSlip(jws)).toMatchObject({ payload: { at: at('11:30').getTime() / 1_000 } })

  const span = { from: '2026-11-17', to: '2026-11-17' }
  const lines = async (kind: 'issues' | 'crossmatches') => {
    const { titles, rows } = await shelf.bank.done(registers.look, { kind, ...span })
    return rows.map((row) => Object.fromEntries(titles.map((title, nth) => [title, row[nth]])))
  }
  const issued = await lines('issues')
  expect(issued.map((row) => JSON.stringify(row))).toEqual([
    expect.stringContaining(one.number),
    expect.stringContaining(two.number),
  ])
  for (const row of issued) expect(JSON.stringify(row)).toMatch(/11:30.*R\. Devi.*S\. Meena/)
  const matched = await lines('crossmatches')
  expect(matched).toHaveLength(3)
  for (const row of matched) expect(JSON.stringify(row)).toMatch(/11:15.*R\. Devi/)

  // its hospital has the slip, and tells of the bags of a delivery that is long there
  const { slips } = await hospital().done(matching.packed, { id })
  expect(slips.map((some) => [some.slip, some.bags.length])).toEqual([[slip.slip, 2]])
  const found = left.map((bag) => ({ bagId: bag.id, found: 'as-issued' as const }))
  await hospital().done(fates.receive, { slip: slip.slip, receivedAt: at('12:10'), bags: found })
  const given = { bagId: one.id, fate: 'transfused' as const, at: at('13:00'), patientId: 'FH-118160' }
  await hospital().done(fates.tell, given)
  await hospital().done(fates.tell, { bagId: two.id, fate: 'returned', at: at('14:00') })
  expect([await stateOf(one.id), await stateOf(two.id)]).toEqual(['transfused', 'returned'])

  // the same once more is the same slip, whoever enters it
  expect(await shelf.bank.done(late.issue, sheet)).toMatchObject({ slip: slip.slip, bags: [{}, {}] })
  expect(await slipsOf(id)).toBe(1)
  const { version } = await provider().done(orders.show, { id })
  await provider().done(orders.move, { id, version, status: 'completed' })
  const more = sheetOf(id, [third])
  expect((await shelf.staff.call(late.issue, more)).refusal?.code).toBe('nothing-to-enter')
  expect((await verifyEvents(service.db)).faults).toEqual([])
}, 60_000)

describe('AMB-374 the bank enters its paper first', () => {
  test('and the provider its way from the same paper: both stand on it, and each once more is the same', async () => {
    const order = await anOrderFor(service, shelf, { units: 2, raisedAt: at('09:05'), linkedAt: at('09:40') })
    const { id } = order
    const sheet = sheetOf(id, await freeBags())
    const slip = await shelf.staff.done(late.issue, sheet)
    expect(
      await service.db.selectFrom('deliverySteps').selectAll().where('requestId', '=', id).execute(),
    ).toEqual([])
    const steps = { id, paperNumber: sheet.paperNumber, steps: [...way] }
    const done = await provider().done(late.carry, steps)
    expect(done.status).toBe('delivery-completed')
    expect(await shelf.staff.done(late.issue, sheet)).toMatchObject({ slip: slip.slip })
    expect((await provider().done(late.carry, steps)).version).toBe(done.version)
    const { timeline } = await hospital().done(requests.show, { id })
    expect(
      timeline.filter(({ paper }) => paper?.number === sheet.paperNumber).map(({ kind }) => kind),
    ).toEqual([
      ...[
        'delivery-step-done',
        'delivery-step-done',
        'bags-issued',
        'delivery-step-done',
        'delivery-step-done',
      ],
    ])
    // the bench goes on by what is there
    const { items } = await shelf.staff.done(matching.orders, {})
    expect(items.map((row) => row.id)).not.toContain(id)
  })

  test('on the tube and the match that the bench has, in two parts from one paper', async () => {
    service.clock.moveTo(at('10:45'))
    const { id } = await anOrderFor(service, shelf, { units: 2, raisedAt: at('09:05') })
    await shelf.staff.done(matching.receiveSample, aTube(id, at('10:45')))
    const [one, two] = await freeBags()
    await shelf.staff.done(matching.hold, { id, bagId: one.id })
    await shelf.staff.done(matching.recordMatch, { id, bagId: one.id, ...compatible })
    service.clock.moveTo(evening)
    const first = {
      ...sheetOf(id, [one], { sample: null, matchedAt: null }),
      bags: [{ number: one.number, match: null, isInspected: true }],
    }
    const slip = await shelf.staff.done(late.issue, first)
    const second = { ...sheetOf(id, [two], { sample: null }), paperNumber: first.paperNumber }
    expect((await shelf.staff.done(late.issue, second)).slip).not.toBe(slip.slip)
    expect(await shelf.staff.done(late.issue, first)).toMatchObject({ slip: slip.slip })
    expect(await slipsOf(id)).toBe(2)
    const [hold] = await service.db.selectFrom('bagHolds').selectAll().where('bagId', '=', one.id).execute()
    expect([hold?.releaseReason, hold?.releasedAt]).toEqual(['issued', at('11:30')])
    const row = await service.db.selectFrom('issueBags').selectAll().where('bagId', '=', one.id).execute()
    expect(row[0]?.crossmatchId).not.toBeNull()
  })

  test('five at once are one slip', async () => {
    const { id } = await anOrderFor(service, shelf, { units: 2, raisedAt: at('09:05') })
    const sheet = sheetOf(id, await freeBags())
    const five = [shelf.staff, shelf.bank, shelf.staff, shelf.bank, shelf.staff]
    const slips = await Promise.all(five.map((client) => client.done(late.issue, sheet)))
    expect(new Set(slips.map(({ slip }) => slip)).size).toBe(1)
    expect(await slipsOf(id)).toBe(1)
  })

  test('an emergency owes its results, which the bench brings after all', async () => {
    const { id } = await anOrderFor(service, shelf, { units: 1, raisedAt: at('09:05') })
    const bag = await aFreeBag(shelf.staff)
    const emergency = { doctor: 'Dr. Rao', reason: 'bleeding' }
    const sheet = {
      ...sheetOf(id, [bag], { sample: null, matchedAt: null, emergency }),
      bags: [{ number: bag.number, match: null, isInspected: true }],
    }
    const slip = await shelf.staff.done(late.issue, sheet)
    expect(slip).toMatchObject({ isEmergency: true, doctor: 'Dr. Rao', bags: [{ isOwed: true }] })
    await shelf.staff.done(matching.receiveSample, aTube(id, evening))
    await shelf.staff.done(matching.recordMatch, { id, bagId: bag.id, ...compatible })
    expect((await shelf.staff.done(matching.open, { id })).owed).toBe(0)
  })

  test('platelets that were alive then and have ended since stand in the issue register, and in no other', async () => {
    const { id } = await anOrderFor(service, shelf, { component: 'RDP', units: 1, raisedAt: at('09:05') })
    const line = { component: 'RDP', anticoagulant: null, collectedOn: '2026-11-13' } as const
    const bag = await aFreeBag(shelf.staff, line)
    service.clock.moveTo(later(bag.expiresAt, minutes(1)))
    const transact = transactOn({
      ...{ db: service.db, jobs: service.jobs, reactedTo: new Set(), afterCommit: () => undefined },
    })
    await sweepBags({ transact, clock: service.clock })
    const discards = async () => {
      const { rows } = await shelf.bank.done(registers.look, {
        ...{ kind: 'discards', from: '2026-11-16', to: '2026-11-20' },
      })
      return JSON.stringify(rows).includes(bag.number)
    }
    expect([await stateOf(bag.id), await discards()]).toEqual(['expired', true])
    const sheet = {
      ...sheetOf(id, [bag], { matchedAt: null }),
      bags: [{ number: bag.number, match: null, isInspected: true }],
    }
    const afterEnd = { ...sheet, issuedAt: bag.expiresAt }
    expect((await shelf.staff.call(late.issue, afterEnd)).refusal).toMatchObject({
      ...{ code: 'bag-expired', field: 'bags.0.number' },
    })
    await shelf.staff.done(late.issue, sheet)
    expect([await stateOf(bag.id), await discards()]).toEqual(['issued', false])
  })
})
