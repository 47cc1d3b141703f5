import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { late } from '#contract/late.ts'
import { days, earlier, instantOf, later, minutes } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { anOrderFor, aTestedBag } from '#testing/makers/benches.ts'
import { aSheet, onSheet, type PaperIssue, tubeOnSheet } from '#testing/makers/papers.ts'
import { aFreeBag, aLine, aShelf, heldFor, type ShelfBank } from '#testing/makers/shelves.ts'

/** The server is back in the evening; the papers are of the day. */
const evening = instantOf('2026-11-17', '18:00')
const at = (time: string) => instantOf('2026-11-17', time)
const issuedAt = at('11:30')
let service: TestService
let shelf: ShelfBank
beforeAll(async () => {
  service = await aService({ now: evening, settings: { ROLE: 'web' } })
  shelf = await aShelf(service)
  const numbers = [shelf.id, 'firm', ''].map((organisationId) => ({
    ...{ organisationId, lastNumber: 50, triedAt: null },
  }))
  await service.db.insertInto('downtimePapers').values(numbers).execute()
})
let nth = 0
const next = () => paperNumber(shelf.id, ++nth)
/** What is refused uses no paper up. */
const spare = () => paperNumber(shelf.id, 50)

type Bagged = { number: string }
type Change = Partial<PaperIssue>
const sheetOf = (id: string, bag: Bagged, change: Change = {}) =>
  aSheet({ id, paperNumber: spare(), issuedAt }, [bag], change)
const said = async (id: string, bag: Bagged, change: Change = {}) =>
  (await shelf.staff.call(late.issue, sheetOf(id, bag, change))).refusal
const stateOf = async (id: string) =>
  (await service.db.selectFrom('bags').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
const tube = tubeOnSheet(issuedAt)
const raised = { raisedAt: at('09:05') }

test.each<[string, Change, string, string | undefined, number?]>([
  ['an order that is not there', { id: '0badf00d' }, 'not-your-order', 'id', 404],
  ['a paper of nobody', { paperNumber: '' }, 'paper-missing', 'paperNumber'],
  ['a paper of a hospital', { paperNumber: 'P-FIRM-000001' }, 'paper-of-others', 'paperNumber'],
  ['a delivery that is not there', { seq: 2 }, 'no-such-delivery', 'seq'],
  ['a time to come', { issuedAt: later(evening, minutes(5)) }, 'in-future', 'issuedAt'],
  ['issued before it was matched', { issuedAt: at('11:00') }, 'out-of-order', 'issuedAt'],
  ['a tube of last week', { sample: { ...tube, takenAt: earlier(evening, days(8)) } }, 'too-old', 'takenAt'],
  [
    'a tube that is too old by then',
    { sample: { ...tube, takenAt: earlier(evening, days(6)) } },
    'sample-over',
    'takenAt',
  ],
  [
    'another patient’s tube',
    { sample: { ...tube, labelName: 'Somebody Else' } },
    'label-differs',
    'labelName',
  ],
  ['another group', { sample: { ...tube, groupFound: 'A+' } }, 'sample-group-differs', 'groupFound'],
  ['no tube', { sample: null }, 'no-sample', 'hasTube'],
  ['results without a time', { matchedAt: null }, 'no-match-time', 'matchedAt'],
  ['no name', { issuedBy: '' }, 'no-issuer', 'issuedBy'],
  ['one person twice', { checkedBy: ' s. meena' }, 'same-checker', 'checkedBy'],
  [
    'an emergency without its doctor',
    { emergency: { doctor: '', reason: 'bleeding' } },
    'no-doctor',
    'doctor',
  ],
  ['nothing that left', { bags: [] }, 'no-bags', 'bags'],
  ['an unknown bag', { bags: [onSheet({ number: 'NOSUCH1' })] }, 'bag-unknown', 'bags.0.number'],
])(
  'AMB-374 %s is refused at its field, and nothing of it is kept',
  async (_, change, code, field, status = 422) => {
    const { id } = await anOrderFor(service, shelf, { units: 2, ...raised })
    const bag = await aFreeBag(shelf.staff)
    const answer = await shelf.staff.call(late.issue, sheetOf(id, bag, change))
    expect([answer.refusal?.code, answer.refusal?.field, answer.status]).toEqual([code, field, status])
    expect(answer.refusal?.text).toMatch(/[.?]$/)
    expect(await stateOf(bag.id)).toBe('available')
    const kept = await service.db.selectFrom('samples').select('id').where('requestId', '=', id).execute()
    expect(kept).toEqual([])
  },
)

test('AMB-374 bags are refused: not matched, not looked at, too many, held for another, in quarantine, of another component', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const [bag, other] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
  const line = onSheet(bag)
  const code = async (change: Change, one: Bagged = bag) => (await said(id, one, change))?.code
  expect(await code({ bags: [{ ...line, match: null }] })).toBe('not-matched')
  expect(await code({ bags: [{ ...line, isInspected: false }] })).toBe('not-inspected')
  expect(await code({ bags: [line, line] })).toBe('bag-twice')
  expect(await code({ bags: [line, onSheet(other)] })).toBe('too-many-bags')
  const held = await aFreeBag(shelf.staff)
  await heldFor(service.db, held, evening)
  expect(await said(id, held)).toMatchObject({ code: 'not-held-here', field: 'bags.0.number' })
  const { outcomes } = await shelf.staff.done(bags.takeIn, { lines: [aLine()] })
  expect(await code({}, { number: outcomes[0]?.bag?.number ?? '' })).toBe('tests-missing')
  const plasma = await aFreeBag(shelf.staff, { component: 'FFP' })
  expect(await code({}, plasma)).toBe('no-match-needed')
  expect(await code({ bags: [{ ...onSheet(plasma), match: null }] })).toBe('another-component')
  await service.db
    .updateTable('bankSettings')
    .set({ secondChecker: true })
    .where('bankId', '=', shelf.id)
    .execute()
  expect(await code({})).toBe('no-checker')
  const checked = await shelf.staff.done(
    late.issue,
    sheetOf(id, bag, { checkedBy: 'R. Devi', paperNumber: next() }),
  )
  expect(checked.checkedBy).toBe('R. Devi')
})

test('AMB-374 a bag of another bank is unknown, and of a divided one the part has to be said', async () => {
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const theirs = await aTestedBag(service.db, 'redbank')
  expect(await said(id, theirs)).toMatchObject({ code: 'bag-unknown', field: 'bags.0.number' })
  const whole = await aTestedBag(service.db, shelf.id, { division: 'A0' })
  const other = { ...whole, id: randomUUID(), division: 'B0', takenAt: evening, takenBy: 'S. Meena' }
  await service.db.insertInto('bags').values(other).execute()
  expect(await said(id, whole)).toMatchObject({
    ...{ code: 'bag-parts', field: 'bags.0.number' },
    text: expect.stringContaining(`${whole.number} B0`),
  })
  const sheet = sheetOf(id, whole, { paperNumber: next(), checkedBy: 'R. Devi' })
  const part = { ...onSheet(whole), division: 'B0' }
  const undivided = await aTestedBag(service.db, shelf.id)
  const parts = ['A0', 'B0'].map((division) => ({ ...onSheet(undivided), division }))
  expect(await said(id, undivided, { bags: parts })).toMatchObject({
    ...{ code: 'bag-twice', field: 'bags.1.number' },
  })
  expect(await shelf.staff.done(late.issue, { ...sheet, bags: [part] })).toMatchObject({
    bags: [{ id: other.id }],
  })
})

test('AMB-374 refused are a slip after the delivery arrived, an order that was cancelled, a paper of another order, another bank’s order', async () => {
  const one = await anOrderFor(service, shelf, { units: 1, ...raised, linkedAt: at('09:40') })
  const [bag, other] = [await aFreeBag(shelf.staff), await aFreeBag(shelf.staff)]
  const steps = [
    { seq: 1, step: 'sample acquired', doneAt: at('10:20'), receiver: 'Sister Mary' },
    { seq: 1, step: 'cross matching', doneAt: at('10:50') },
    { seq: 1, step: 'issued', doneAt: at('11:35'), temperature: 4.2 },
    { seq: 1, step: 'delivered', doneAt: at('12:10'), temperature: 4.8, receiver: 'Sister Mary' },
  ] as const
  const way = { id: one.id, paperNumber: paperNumber('', 1), steps: [...steps] }
  await service.as('bloodsupport').done(late.carry, way)
  expect(await said(one.id, bag, { issuedAt: at('12:11') })).toMatchObject({
    ...{ code: 'after-arrival', field: 'issuedAt' },
  })
  const over = await anOrderFor(service, shelf, { ...raised, status: 'cancelled' })
  expect((await said(over.id, bag))?.code).toBe('order-over')
  const sheet = sheetOf(one.id, bag, { paperNumber: next(), checkedBy: 'R. Devi' })
  await shelf.staff.done(late.issue, sheet)
  const second = await anOrderFor(service, shelf, raised)
  const { paperNumber: used } = sheet
  expect((await said(second.id, other, { paperNumber: used }))?.code).toBe('paper-used')
  const theirs = await aShelf(service)
  const elsewhere = await anOrderFor(service, theirs, raised)
  expect((await said(elsewhere.id, other))?.code).toBe('not-your-order')
})
