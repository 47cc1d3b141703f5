import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fates } from '#contract/fates.ts'
import { late } from '#contract/late.ts'
import { matching } from '#contract/matching.ts'
import { registers } from '#contract/registers.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { aSheet, type PaperIssue, tubeOnSheet } from '#testing/makers/papers.ts'
import { aFreeBag, aShelf, type ShelfBank, tested } from '#testing/makers/shelves.ts'

/** The server is back in the evening; the papers are of the day. */
const evening = instantOf('2026-11-17', '18:00')
const at = (time: string) => instantOf('2026-11-17', time)
let service: TestService
let shelf: ShelfBank
beforeAll(async () => {
  service = await aService({ now: evening, settings: { ROLE: 'web' } })
  shelf = await aShelf(service)
  const printed = { organisationId: shelf.id, lastNumber: 200, triedAt: null }
  await service.db.insertInto('downtimePapers').values(printed).execute()
})
beforeEach(async () => {
  service.clock.moveTo(evening)
  await service.db.deleteFrom('rateLimits').execute()
})

let nth = 0
const sheetOf = (id: string, left: readonly { number: string }[], change: Partial<PaperIssue> = {}) =>
  aSheet({ id, paperNumber: paperNumber(shelf.id, ++nth), issuedAt: at('11:30') }, left, change)
const raised = { raisedAt: at('09:05'), linkedAt: at('09:40') }

test('AMB-378 a system that asks for what is new since it last asked gets a slip that was entered since, whatever its time', async () => {
  const hospital = service.as('firm')
  const bench = async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
    return (await shelf.staff.done(matching.issue, anIssue(id, bags))).slip
  }
  const before = await bench()
  const asked = later(evening, minutes(10))
  service.clock.moveTo(later(evening, minutes(20)))
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const { slip } = await shelf.staff.done(late.issue, sheetOf(id, [await aFreeBag(shelf.staff)]))
  service.clock.moveTo(later(evening, minutes(30)))
  const after = await bench()
  const { items } = await hospital.done(fates.notes, { since: asked })
  expect(items.map((note) => note.slip)).toEqual([slip, after])
  expect(items[0]?.issuedAt).toEqual(at('11:30'))
  expect(items[0]?.knownAt.getTime()).toBeGreaterThanOrEqual(later(evening, minutes(20)).getTime())
  // and whoever reads on page by page finds it where it became known
  const page = await hospital.done(fates.notes, {})
  expect(page.items.map((note) => note.slip)).toEqual([before, slip, after])
})

const stateOf = async (id: string) =>
  (await service.db.selectFrom('bags').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const kindsOf = async (id: string) =>
  (
    await service.db.selectFrom('events').select('kind').where('subjectId', '=', id).orderBy('id').execute()
  ).map(({ kind }) => kind)
const toldOf = async (id: string) =>
  (
    await service.db
      .selectFrom('notifications')
      .innerJoin('events', 'events.id', 'notifications.eventId')
      .select('notifications.kind')
      .where('events.subjectId', '=', id)
      .execute()
  ).map(({ kind }) => kind)

test.each([
  ['after it left', '15:00'],
  ['before it left, and it left by mistake', '11:00'],
])(
  'AMB-378 a bag whose donation was found reactive %s is entered if it surely left, and called back at once',
  async (_, foundAt) => {
    service.clock.moveTo(at('08:00'))
    const [bag, good] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
    const { id } = await anOrderFor(service, shelf, { units: 2, ...raised })
    service.clock.moveTo(at(foundAt))
    await tested(shelf.bank, bag.number, [{ test: 'HIV', result: 'reactive' }])
    expect(await stateOf(bag.id)).toBe('discarded')
    service.clock.moveTo(evening)
    const sheet = sheetOf(id, [good, bag])
    const refused = await shelf.staff.call(late.issue, sheet)
    expect([refused.status, refused.refusal?.code, refused.refusal?.field]).toEqual([
      ...[422, 'reactive-left', 'bags.1.isSure'],
    ])
    expect([await stateOf(bag.id), await stateOf(good.id)]).toEqual(['discarded', 'available'])
    const sure = { ...sheet, bags: sheet.bags.map((one, at) => ({ ...one, isSure: at === 1 })) }
    const slip = await shelf.staff.done(late.issue, sure)
    expect(slip.bags).toMatchObject([
      { id: good.id, setAside: null },
      { id: bag.id, setAside: 'recalled' },
    ])
    expect(await stateOf(bag.id)).toBe('issued')
    expect((await kindsOf(id)).slice(-2)).toEqual(['bags-issued', 'bag-recalled'])
    expect(await toldOf(id)).toEqual(expect.arrayContaining(['bag-recalled', 'bag-recalled-provider']))
    // once, however often it is sent
    expect(await shelf.staff.done(late.issue, sure)).toMatchObject({ slip: slip.slip, bags: slip.bags })
    expect((await kindsOf(id)).filter((kind) => kind === 'bag-recalled')).toHaveLength(1)
    // it was not thrown away here
    const span = { from: '2026-11-17', to: '2026-11-17' }
    const numbers = async (kind: 'discards' | 'issues') =>
      JSON.stringify((await shelf.bank.done(registers.look, { kind, ...span })).rows)
    expect(await numbers('discards')).not.toContain(bag.number)
    expect(await numbers('issues')).toContain(bag.number)
    const { items } = await service.as('firm').done(fates.notes, { requestId: id })
    expect(items[0]?.bags[1]).toMatchObject({ id: bag.id, setAside: 'recalled', state: 'issued' })
  },
)

/** At the bench, which knows nothing of the paper yet. */
async function foundIncompatible(id: string, bag: { id: string }, time: string) {
  service.clock.moveTo(at(time))
  await shelf.staff.done(matching.receiveSample, aTube(id, at(time)))
  await shelf.staff.done(matching.hold, { id, bagId: bag.id })
  const tried = { method: 'gel', result: 'incompatible', note: '' } as const
  await shelf.staff.done(matching.recordMatch, { id, bagId: bag.id, ...tried })
  service.clock.moveTo(evening)
}

test.each([
  ['as compatible', { match: { method: 'gel', result: 'compatible' } }, null],
  ['in an emergency', { match: null }, { doctor: 'Dr. Rao', reason: 'bleeding' }],
] as const)(
  'AMB-422 a bag that left on paper %s, and proved incompatible since, is entered as of then and set aside at once',
  async (_, matched, emergency) => {
    const { id } = await anOrderFor(service, shelf, { units: 2, ...raised })
    const [bag, good] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
    await foundIncompatible(id, bag, '15:00')
    const sheet = sheetOf(id, [bag, good], { emergency })
    const bags = sheet.bags.map((one) => ({ ...one, ...matched }))
    const slip = await shelf.staff.done(late.issue, { ...sheet, bags })
    const [owed, paid] = [{ isOwed: emergency !== null }, { isOwed: false }]
    expect(slip.bags).toMatchObject([
      { id: bag.id, setAside: 'incompatible', ...paid },
      { id: good.id, setAside: null, ...owed },
    ])
    expect((await kindsOf(id)).slice(-2)).toEqual(['bags-issued', 'owed-result-came'])
    expect(await toldOf(id)).toEqual(
      expect.arrayContaining(['bag-incompatible', 'bag-incompatible-provider']),
    )
    expect(await shelf.staff.done(late.issue, { ...sheet, bags })).toEqual(slip)
    expect((await shelf.staff.done(matching.open, { id })).owed).toBe(emergency ? 1 : 0)
    expect(await stateOf(bag.id)).toBe('issued')
  },
)

test('AMB-422 what had proved incompatible by the time on the paper is refused', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const bag = await aFreeBag(shelf.staff)
  await foundIncompatible(id, bag, '11:20')
  expect((await shelf.staff.call(late.issue, sheetOf(id, [bag]))).refusal?.code).toBe('bag-barred')
})

test('AMB-423 a tube from a paper whose group differs rings the hospital, unless a newer one has come or the order is over', async () => {
  const emergency = { doctor: 'Dr. Rao', reason: 'bleeding' }
  const sample = { ...tubeOnSheet(at('11:30')), groupFound: 'A+' as const }
  const entered = async (wish: object = {}, isNewer = false) => {
    const { id } = await anOrderFor(service, shelf, { units: 1, ...raised, ...wish })
    if (isNewer) await shelf.staff.done(matching.receiveSample, aTube(id, evening))
    const bag = await aFreeBag(shelf.staff, { bloodGroup: 'O+' })
    const sheet = sheetOf(id, [bag], { sample, emergency, matchedAt: null })
    const bags = sheet.bags.map((one) => ({ ...one, match: null }))
    await shelf.staff.done(late.issue, { ...sheet, bags })
    return { wanted: (await kindsOf(id)).includes('sample-wanted'), told: await toldOf(id) }
  }
  const { wanted, told } = await entered()
  expect([wanted, told.includes('group-differs')]).toEqual([true, true])
  expect((await entered({}, true)).wanted).toBe(false)
  expect((await entered({ status: 'completed' })).wanted).toBe(false)
})

test('AMB-415 a bag that left on paper before the group was corrected is entered as of then, and set aside at once', async () => {
  const { id } = await anOrderFor(service, shelf, { bloodGroup: 'A+', units: 2, ...raised })
  const paper = { sample: { ...tubeOnSheet(at('11:30')), groupFound: 'A+' as const } }
  service.clock.moveTo(at('15:00'))
  const found = { groupFound: 'B+', takenAt: at('14:30') } as const
  await shelf.staff.done(matching.receiveSample, aTube(id, at('15:00'), found))
  service.clock.moveTo(at('15:10'))
  await service.as('firm').done(matching.correctGroup, { id, bloodGroup: 'B+' })
  service.clock.moveTo(evening)
  const bag = await aFreeBag(shelf.staff, { bloodGroup: 'A+' })
  const { slip, bags: told } = await shelf.staff.done(late.issue, sheetOf(id, [bag], paper))
  expect(told.map(({ setAside }) => setAside)).toEqual(['misfit'])
  expect(await kindsOf(id)).toContain('bags-misfit')
  expect(await toldOf(id)).toContain('bags-misfit')
  const row = await service.db
    .selectFrom('issues')
    .select('askedGroup')
    .where('slip', '=', slip)
    .executeTakeFirstOrThrow()
  expect(row.askedGroup).toBe('A+')
  // one of the group as it is now would not have fitted then
  const other = await aFreeBag(shelf.staff, { bloodGroup: 'B+' })
  const later = sheetOf(id, [other], { ...paper, issuedAt: at('11:40') })
  expect((await shelf.staff.call(late.issue, later)).refusal?.code).toBe('never-fits')
})
