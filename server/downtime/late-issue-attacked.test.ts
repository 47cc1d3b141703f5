import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { fates } from '#contract/fates.ts'
import { late } from '#contract/late.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { instantOf } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { clearTests } from '#testing/makers/bags.ts'
import { aMatchedOrder, anIssue, anOrderFor, aTestedBag } from '#testing/makers/benches.ts'
import { arun, linksIn } from '#testing/makers/linked-orders.ts'
import { aSheet, onSheet, type PaperIssue, tubeOnSheet } from '#testing/makers/papers.ts'
import { aFreeBag, aShelf, type ShelfBank, takenIn, tested } from '#testing/makers/shelves.ts'

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
const said = async (sheet: PaperIssue, client = shelf.staff) => {
  const { status, refusal } = await client.call(late.issue, sheet)
  return refusal ? `${refusal.code} ${refusal.field ?? ''}`.trim() : status === 200 ? 'taken' : String(status)
}
const stateOf = async (id: string) =>
  (await service.db.selectFrom('bags').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const slipsOf = async (id: string) =>
  (await service.db.selectFrom('issues').select('slip').where('requestId', '=', id).execute()).length

test('AMB-378 times that cannot be: a bag that was given on a later day is refused; one that was taken in later is not', async () => {
  const then = (time: string) => instantOf('2026-11-14', time)
  const { id } = await anOrderFor(service, shelf, {
    units: 1,
    raisedAt: then('09:05'),
    linkedAt: then('09:40'),
  })
  const issuedAt = then('11:30')
  const change = { issuedAt, sample: tubeOnSheet(issuedAt), matchedAt: issuedAt }
  const [young, old] = [
    await aFreeBag(shelf.staff, { collectedOn: '2026-11-16' }),
    await aFreeBag(shelf.staff, { collectedOn: '2026-11-14' }),
  ]
  expect(await said(sheetOf(id, [young], change))).toBe('before-collected bags.0.number')
  expect(await said(sheetOf(id, [old], change))).toBe('taken')
})

test('AMB-374 a bag leaves once: from another paper, in other words, by two people for two orders', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 3, ...raised })
  const [bag, other] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
  const sheet = sheetOf(id, [bag])
  expect(await said(sheet)).toBe('taken')
  const gone = 'bag-elsewhere bags.0.number'
  expect(await said({ ...sheet, paperNumber: paperNumber(shelf.id, ++nth) })).toBe(gone)
  expect(await said({ ...sheet, issuedBy: 'Somebody' })).toBe(gone)
  expect(await said({ ...sheet, bags: [{ ...onSheet(bag), isSure: true }] })).toBe(gone)
  expect(await slipsOf(id)).toBe(1)
  const second = await anOrderFor(service, shelf, { units: 1, ...raised })
  const both = await Promise.all([said(sheetOf(id, [other])), said(sheetOf(second.id, [other]), shelf.bank)])
  expect(both.sort()).toEqual([gone, 'taken'])
})

test('AMB-374 no more than was asked for leaves: two people at once, and beside what the bench has issued', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const [one, two] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
  const both = await Promise.all([said(sheetOf(id, [one])), said(sheetOf(id, [two]), shelf.bank)])
  expect(both.sort()).toEqual(['nothing-to-enter seq', 'taken'])
  const packed = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 2, ...raised } })
  await shelf.staff.done(matching.issue, anIssue(packed.id, packed.bags))
  const [three, four] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
  expect(await said(sheetOf(packed.id, [three, four]))).toBe('too-many-bags bags')
  expect(await said(sheetOf(packed.id, [three]))).toBe('taken')
  expect(await said(sheetOf(packed.id, [four]))).toBe('nothing-to-enter seq')
})

test('AMB-374 an order that is another bank’s by now, or was taken back, takes no sheet', async () => {
  const other = await aShelf(service)
  const { id } = await anOrderFor(service, shelf, { units: 2, ...raised })
  const bag = await aFreeBag(shelf.staff)
  const { version } = await linksIn(service.db).rowOf(id)
  await service.as('bloodsupport').done(orders.link, { id, version, bankId: other.id, driverEmail: arun })
  expect(await said(sheetOf(id, [bag]))).toBe('not-your-order id')
  for (const status of ['cancelled', 'bloodbank-rejected', 'pending'] as const) {
    const over = await anOrderFor(service, shelf, { units: 1, ...raised, status })
    expect(await said(sheetOf(over.id, [bag]))).toBe('order-over id')
  }
  expect(await stateOf(bag.id)).toBe('available')
})

test('AMB-374 a group that never fits does not leave, in an emergency neither; a tube of the paper leaves that of the bench its turn', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 3, ...raised })
  const misfit = await aFreeBag(shelf.staff, { bloodGroup: 'A+' })
  const emergency = { doctor: 'Dr. Rao', reason: 'bleeding' }
  expect(await said(sheetOf(id, [misfit]))).toBe('never-fits bags.0.number')
  expect(await said(sheetOf(id, [misfit], { emergency }))).toBe('never-fits bags.0.number')
  const { id: later, bags: held } = await aMatchedOrder(service, shelf, {
    ...{ bags: 1, wish: { units: 2, ...raised } },
  })
  expect(await said(sheetOf(later, [await aFreeBag(shelf.staff)]))).toBe('taken')
  await shelf.staff.done(matching.issue, anIssue(later, held))
})

test('AMB-378 what moved meanwhile: in quarantine, issued to another, discarded; what ended in quarantine and was found clear is taken', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 3, ...raised })
  const gone = 'bag-elsewhere bags.0.number'
  const [waiting] = await takenIn(shelf.staff, {})
  expect(await said(sheetOf(id, [waiting ?? { number: '' }]))).toBe('tests-missing bags.0.number')
  const away = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  await shelf.staff.done(matching.issue, anIssue(away.id, away.bags))
  expect(await said(sheetOf(id, away.bags))).toBe(gone)
  const leaking = await aFreeBag(shelf.staff)
  await shelf.bank.done(bags.discard, { id: leaking.id, version: leaking.version, reason: 'leaking' })
  expect(await said(sheetOf(id, [leaking]))).toBe(gone)
  const [ended] = await takenIn(shelf.staff, {})
  if (!ended) throw new Error('no bag')
  await service.db
    .updateTable('bags')
    .set({ state: 'expired', expiresAt: at('13:00') })
    .where('id', '=', ended.id)
    .execute()
  expect(await said(sheetOf(id, [ended]))).toBe('tests-missing bags.0.number')
  await tested(shelf.bank, ended.number, clearTests(ended.bloodGroup))
  expect(await said(sheetOf(id, [ended]))).toBe('taken')
  // what stayed is written down, whatever was found of it
  const [good, stayed] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
  await tested(shelf.bank, stayed.number, [{ test: 'HIV', result: 'reactive' }])
  const sheet = sheetOf(id, [good])
  const unfit = { ...onSheet(stayed), match: { method: 'gel', result: 'incompatible' } as const }
  expect(await said({ ...sheet, bags: [...sheet.bags, unfit] })).toBe('taken')
  expect(await stateOf(stayed.id)).toBe('discarded')
})

test('AMB-378 what left on paper and was put back since by a word about its donor is entered', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const { id: donorFormId } = await aDonorForm(
    service.db,
    { bankId: shelf.id, bloodGroup: 'O+', status: 'rejected' },
    evening,
  )
  const bag = await aTestedBag(service.db, shelf.id, { state: 'quarantine', donorFormId })
  expect(await said(sheetOf(id, [bag]))).toBe('taken')
  expect(await stateOf(bag.id)).toBe('issued')
})

test('AMB-374 nobody receives bags before they left', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const bag = await aFreeBag(shelf.staff)
  const { slip } = await shelf.staff.done(late.issue, sheetOf(id, [bag]))
  const receive = (time: string) =>
    service.as('firm').call(fates.receive, {
      ...{ slip, receivedAt: at(time), bags: [{ bagId: bag.id, found: 'as-issued' as const }] },
    })
  expect((await receive('11:29')).refusal?.code).toBe('too-early')
  expect((await receive('11:30')).status).toBe(200)
})
