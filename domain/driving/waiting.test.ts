import { expect, test } from 'vitest'
import { currentDelivery, nextSteps } from './steps.ts'
import {
  asItWillBe,
  goneFrom,
  nextToSend,
  stillTold,
  toTellAgain,
  uncheckedReason,
  verdictOn,
  type Waiting,
  type WaitingPicture,
  type WaitingStep,
} from './waiting.ts'

const at = (time: string) => new Date(`2026-11-15T${time}:00+05:30`)

const order = {
  id: 'e19b5d30',
  bloodGroup: 'O+',
  deliveries: [
    { seq: 1, units: 3, steps: [{ step: 'sample acquired' as const, doneAt: at('08:34') }], locked: [] },
    { seq: 2, units: 1, steps: [], locked: [] },
  ],
  pictures: [{ seq: 1, state: 'SampleAcquired' as const, name: 'Sample' }],
}

let lastId = 0
const step = (name: WaitingStep['step'], change: Partial<WaitingStep> = {}): WaitingStep => ({
  kind: 'step',
  stepId: `00000000-0000-4000-8000-${String(++lastId).padStart(12, '0')}`,
  orderId: order.id,
  seq: 1,
  step: name,
  doneAt: at('09:05'),
  refusal: null,
  ...change,
})
const picture = (change: Partial<WaitingPicture> = {}): WaitingPicture => ({
  kind: 'picture',
  orderId: order.id,
  seq: 1,
  state: 'InTransit',
  name: 'Bag',
  refusal: null,
  ...change,
})
const wrongCode = { code: 'wrong-code', text: 'That is not the code. 4 tries are left.' }

test('AMB-64 an order is shown as it will be once the server has what waits, and what waits is marked', () => {
  const shown = asItWillBe(order, [step('cross matching'), step('issued', { doneAt: at('09:20') })], 0)
  expect(shown.deliveries[0]?.steps.map(({ step, isWaiting }) => [step, isWaiting])).toEqual([
    ['sample acquired', false],
    ['cross matching', true],
    ['issued', true],
  ])
  expect(nextSteps(shown.deliveries)).toEqual(['delivered'])
  expect([shown.bloodGroup, shown.toMend]).toEqual(['O+', null])
})

test('AMB-64 a delivery that waits to be told as arrived leads to the next one', () => {
  const done = ['cross matching', 'issued', 'delivered'] as const
  const shown = asItWillBe(
    order,
    done.map((one) => step(one)),
    0,
  )
  expect(nextSteps(shown.deliveries)).toEqual(['issued', 'sample acquired'])
})

test('AMB-260 a delivery whose code nobody has checked is not finished, and the next one does not begin', () => {
  const typed = step('delivered', { code: '123456' })
  const shown = asItWillBe(order, [step('cross matching'), step('issued'), typed], 0)
  const [first] = shown.deliveries
  expect([first?.unchecked, currentDelivery(shown.deliveries)?.seq]).toEqual([typed, 1])
  expect(nextSteps(shown.deliveries)).toEqual(['delivered'])
  expect(first?.steps.at(-1)).toMatchObject({ step: 'delivered', isWaiting: true, isUnchecked: true })
})

test('AMB-260 with a picture beside the code it goes on, and a sample goes on to the bank', () => {
  const shown = asItWillBe(
    order,
    ['cross matching' as const, 'issued' as const, 'delivered' as const].map((one) =>
      step(one, one === 'delivered' ? { code: '123456', noCodeReason: uncheckedReason } : {}),
    ),
    0,
  )
  expect([shown.deliveries[0]?.unchecked, currentDelivery(shown.deliveries)?.seq]).toEqual([null, 2])
  const fresh = { ...order, deliveries: [{ seq: 1, units: 3, steps: [], locked: [] }] }
  const sampled = asItWillBe(fresh, [step('sample acquired', { code: '123456' })], 0)
  expect(nextSteps(sampled.deliveries)).toEqual(['cross matching'])
  expect(sampled.deliveries[0]?.unchecked?.step).toBe('sample acquired')
})

test('AMB-262 a stop that waits bars the step without a signal too, and stands above what the office said before', () => {
  const stopped = step('issued', { isStop: true, temperature: 14.6 })
  const decided = { step: 'issued', doneAt: at('09:00'), temperature: 15, decision: 'new-bag', reason: null }
  const [first, second] = order.deliveries
  const before = { ...order, deliveries: [{ ...first, stop: decided }, second] } as typeof order
  const shown = asItWillBe(before, [step('cross matching'), stopped], 0)
  expect(shown.deliveries[0]?.stop).toMatchObject({ temperature: 14.6, decision: null, isWaiting: true })
  expect(nextSteps(shown.deliveries)).toEqual(['issued'])
  expect(asItWillBe(before, [], 0).deliveries[0]?.stop).toMatchObject({
    decision: 'new-bag',
    isWaiting: false,
  })
  expect(shown.deliveries[1]?.stop).toBeNull()
})

test('a step is shown at its time by the server’s clock, whatever the phone’s says', () => {
  const shown = asItWillBe(order, [step('cross matching', { doneAt: at('11:05') })], -2 * 3_600_000)
  expect(shown.deliveries[0]?.steps.at(-1)?.doneAt).toEqual(at('09:05'))
})

test('what waits of another order, and what the server has already, changes nothing', () => {
  const shown = asItWillBe(order, [step('issued', { orderId: 'ffffffff' }), step('sample acquired')], 0)
  expect(shown.deliveries.map(({ done }) => done)).toEqual([['sample acquired'], []])
})

test('a step that was not taken is to be mended, and what was done after it waits unseen', () => {
  const refused = step('cross matching', { refusal: wrongCode })
  const shown = asItWillBe(order, [refused, step('issued')], 0)
  expect(shown.toMend).toBe(refused)
  expect(shown.deliveries[0]?.done).toEqual(['sample acquired'])
})

test('a picture that waits stands for the one the server has, one that was not taken does not', () => {
  const again = picture({ state: 'SampleAcquired', name: 'Sample' })
  expect(asItWillBe(order, [again, picture({ refusal: wrongCode })], 0).pictures).toEqual([
    { seq: 1, state: 'SampleAcquired', name: 'Sample', isWaiting: true },
  ])
})

const [first, second, elsewhere] = [
  step('issued'),
  step('delivered'),
  step('issued', { orderId: 'ffffffff' }),
]
const refused: WaitingStep = { ...first, refusal: wrongCode }
const warm = step('issued', { isStop: true, temperature: 20 })
const handOver = picture({ state: 'Completed', name: 'HandOver' })

test.each([
  ['nothing', [], null],
  ['the first of several', [first, second], first],
  ['no step behind one of its order that was not taken', [refused, second], null],
  ['a step of another order', [refused, second, elsewhere], elsewhere],
  ['a picture, though a step of its order was not taken', [refused, handOver], handOver],
  ['a picture that was taken while its step was mended, before that step', [second, handOver], handOver],
  ['a step before the picture of a later one', [first, handOver], first],
  [
    'a stop, though a step before it was not taken',
    [step('cross matching', { refusal: wrongCode }), warm],
    warm,
  ],
  ['what stands behind a picture that was not taken', [picture({ refusal: wrongCode }), first], first],
] satisfies [string, Waiting[], Waiting | null][])('next is sent %s', (_, waiting, next) => {
  expect(nextToSend(waiting)).toBe(next)
})

test.each([
  ['was not taken and is done by now', step('sample acquired', { refusal: wrongCode }), true],
  [
    'was not taken and is of an order that is gone',
    step('issued', { refusal: wrongCode, orderId: 'ffffffff' }),
    true,
  ],
  ['was not taken and has to be mended', step('cross matching', { refusal: wrongCode }), false],
  [
    'was not taken and is of another delivery',
    step('sample acquired', { refusal: wrongCode, seq: 2 }),
    false,
  ],
  ['was never ours', step('sample acquired', { refusal: { code: 'not-found', text: '' } }), false],
  ['ended long ago', step('sample acquired', { refusal: { code: 'too-late', text: '' } }), false],
  ['waits', step('sample acquired'), false],
  ['is a picture that was not taken', picture({ refusal: wrongCode, orderId: 'ffffffff' }), false],
] satisfies [string, Waiting, boolean][])(
  'AMB-115 whether it is told again by itself: what %s',
  (_, one, isIt) => {
    expect(toTellAgain([one], [order])).toEqual(isIt ? [one] : [])
  },
)

test.each([
  ['no answer', { kind: 'unanswered' }, 'later'],
  ['a fault of the server', { kind: 'refused', status: 503, code: 'unavailable' }, 'later'],
  ['too often', { kind: 'refused', status: 429, code: 'too-often' }, 'later'],
  ['a session that ended', { kind: 'refused', status: 401, code: 'signed-out' }, 'sign-in'],
  ['a wrong code', { kind: 'refused', status: 422, code: 'wrong-code' }, 'not-taken'],
  ['a step out of order', { kind: 'refused', status: 409, code: 'not-next' }, 'not-taken'],
  ['one more than is kept', { kind: 'refused', status: 409, code: 'enough-kept' }, 'not-kept'],
  ['an order of somebody else', { kind: 'refused', status: 404, code: 'not-found' }, 'not-taken'],
  ['done', { kind: 'taken', outcome: 'done' }, 'arrived'],
  ['an order given to another driver', { kind: 'taken', outcome: 'reassigned' }, 'kept-aside'],
  ['an order that was cancelled', { kind: 'taken', outcome: 'closed' }, 'kept-aside'],
] as const)('%s', (_, sent, verdict) => {
  expect(verdictOn(sent)).toBe(verdict)
})

test('an order that is not the driver’s any more is missed, unless it was delivered whole', () => {
  const delivered = { ...order, id: 'aaaaaaaa', deliveries: [delivery('delivered')] }
  expect(goneFrom([order, delivered], [])).toEqual([order])
  expect(goneFrom([order], [order])).toEqual([])
})

test('AMB-115 a delivered order is told for a day after its last step', () => {
  const delivered = { ...order, deliveries: [delivery('delivered')] }
  expect(stillTold([delivered], at('23:00'))).toEqual([delivered])
  expect(stillTold([delivered], new Date('2026-11-16T10:00:00+05:30'))).toEqual([])
})

const delivery = (last: WaitingStep['step']) => ({
  seq: 1,
  units: 2,
  steps: [{ step: last, doneAt: at('10:00') }],
  locked: [],
})
