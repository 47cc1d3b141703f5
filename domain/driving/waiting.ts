import { days, earlier, later } from '../basics/time.ts'
import type { PictureState } from '../requests/pictures.ts'
import type { StepReport } from './reporting.ts'
import { type DeliveryStep, handsOver, pictureStateOf, type StopDecision } from './steps.ts'

/** Why something that was sent was not taken, until the driver has seen it or mended it. */
export type NotTaken = {
  readonly code: string
  readonly text: string
  /** What the words are filled with, in whatever language. */
  readonly values?: Readonly<Record<string, string | number>> | undefined
}

type OfAnOrder = {
  readonly orderId: string
  readonly seq: number
  readonly refusal: NotTaken | null
}

/** A step done, and not yet with the server. Its time is the phone's. */
export type WaitingStep = OfAnOrder & { readonly kind: 'step' } & Readonly<Omit<StepReport, 'sentAt'>>

export type WaitingPicture = OfAnOrder & {
  readonly kind: 'picture'
  readonly state: PictureState
  readonly name: string
}

/** On the phone until the server has it, in the order in which it was done. */
export type Waiting = WaitingStep | WaitingPicture

type StepDone = { readonly step: DeliveryStep; readonly doneAt: Date }
type PictureKept = { readonly seq: number; readonly state: PictureState; readonly name: string }

/** Where a delivery stands still, and what the office has said to it. */
type StopTold = {
  readonly step: DeliveryStep
  readonly doneAt: Date
  readonly temperature: number
  readonly decision: StopDecision | null
  readonly reason: string | null
}
export type StopShown = StopTold & { readonly seq: number; readonly isWaiting: boolean }

type DeliveryDriven = {
  readonly seq: number
  readonly units: number
  readonly steps: readonly StepDone[]
  readonly locked: readonly DeliveryStep[]
  /** Not in what a phone kept of an earlier release. */
  readonly stop?: StopTold | null
  readonly bags?: readonly string[]
  readonly bagsLater?: readonly string[]
  readonly notToHandOver?: readonly string[]
  readonly ended?: readonly string[]
}

type OrderDriven = {
  readonly id: string
  readonly deliveries: readonly DeliveryDriven[]
  readonly pictures: readonly PictureKept[]
}

export type StepShown = StepDone & { readonly isWaiting: boolean; readonly isUnchecked: boolean }
export type DeliveryShown = Omit<DeliveryDriven, 'steps' | 'stop'> & {
  readonly steps: readonly StepShown[]
  /** Without a delivery whose code nobody has checked: that is finished when the server says so (ruling AMB-260). */
  readonly done: readonly DeliveryStep[]
  /** A hand-over that waits with a code: only the server knows whether it is the right one. */
  readonly unchecked: WaitingStep | null
  readonly stop: StopShown | null
}
export type PictureShown = PictureKept & { readonly isWaiting: boolean }

export type OrderShown<Order extends OrderDriven> = Omit<Order, 'deliveries' | 'pictures'> & {
  readonly deliveries: readonly DeliveryShown[]
  readonly pictures: readonly PictureShown[]
  /** What was not taken and stands in the way of all that was done after it. */
  readonly toMend: WaitingStep | null
}

/**
 * The order as it will be once the server has what waits. What was done after a step that was not taken waits for that
 * one to be mended. `aheadMs`: by how much the server's clock is ahead of the phone's.
 */
export function asItWillBe<Order extends OrderDriven>(
  order: Order,
  waiting: readonly Waiting[],
  aheadMs: number,
): OrderShown<Order> {
  const own = waiting.filter(({ orderId }) => orderId === order.id)
  const steps = own.filter((one) => one.kind === 'step').filter((one) => !isDone(order, one))
  const broken = steps.findIndex(({ refusal }) => refusal !== null)
  const isBefore = (place: number) => broken === -1 || place < broken
  const coming = steps.filter((one, place) => isBefore(place) || (one.isStop && one.refusal === null))
  return {
    ...order,
    deliveries: order.deliveries.map((delivery) => withSteps(delivery, coming, aheadMs)),
    pictures: withPictures(order.pictures, own),
    toMend: steps[broken] ?? null,
  }
}

/** Its answer was lost, or somebody else was faster: the server has it already. */
const isDone = (order: OrderDriven, { seq, step, isStop }: WaitingStep): boolean =>
  !isStop && order.deliveries.some((one) => one.seq === seq && one.steps.some((done) => done.step === step))

/**
 * Not taken, and meanwhile done by the provider's word, or of an order that is over or another's: told again as it is,
 * it is taken as late or kept aside. Until then all that was done after it would wait, with nothing left to mend.
 */
export const toTellAgain = <One extends Waiting>(
  waiting: readonly One[],
  orders: readonly OrderDriven[],
): One[] =>
  waiting.filter((one) => {
    if (one.kind !== 'step' || one.refusal === null || neverTaken.has(one.refusal.code)) return false
    const order = orders.find(({ id }) => id === one.orderId)
    return !order || isDone(order, one)
  })

/** However often it is told. */
const neverTaken = new Set(['not-found', 'too-late'])

function withSteps(
  { steps, stop = null, ...delivery }: DeliveryDriven,
  coming: readonly WaitingStep[],
  aheadMs: number,
): DeliveryShown {
  const { seq } = delivery
  const own = coming.filter((one) => one.seq === seq && !one.isStop)
  const stops = coming.filter((one) => one.seq === seq && one.isStop)
  const shown = [
    ...steps.map((one) => ({ ...one, isWaiting: false, isUnchecked: false })),
    ...own.map((one) => ({
      step: one.step,
      doneAt: later(one.doneAt, aheadMs),
      isWaiting: true,
      isUnchecked: isUnchecked(one),
    })),
  ]
  const isFinished = (one: StepShown) => !(one.isUnchecked && one.step === 'delivered')
  return {
    ...delivery,
    steps: shown,
    done: shown.filter(isFinished).map(({ step }) => step),
    unchecked: own.findLast(isUnchecked) ?? null,
    stop: stopShown(stops.at(-1), aheadMs) ?? (stop && { ...stop, seq, isWaiting: false }),
  }
}

/** A phone without a signal keeps the stop, and the step stays barred meanwhile. */
const stopShown = (stop: WaitingStep | undefined, aheadMs: number): StopShown | undefined =>
  stop && {
    seq: stop.seq,
    step: stop.step,
    doneAt: later(stop.doneAt, aheadMs),
    temperature: stop.temperature ?? 0,
    decision: null,
    reason: null,
    isWaiting: true,
  }

/** With a picture and a reason it stands whatever the code turns out to be. */
const isUnchecked = ({ step, code, noCodeReason }: WaitingStep): boolean =>
  handsOver(step) && code !== undefined && noCodeReason === undefined

/** Told with the picture that a driver took because nobody could check his code. */
export const uncheckedReason = 'No signal: the code could not be checked.'

function withPictures(kept: readonly PictureKept[], own: readonly Waiting[]): PictureShown[] {
  const coming = own.filter((one) => one.kind === 'picture').filter(({ refusal }) => refusal === null)
  return [
    ...kept
      .filter((one) => !coming.some((other) => isSamePicture(one, other)))
      .map((one) => ({ ...one, isWaiting: false })),
    ...coming.map(({ seq, state, name }) => ({ seq, state, name, isWaiting: true })),
  ]
}

export const isSamePicture = (one: PictureKept, other: PictureKept): boolean =>
  one.seq === other.seq && one.state === other.state && one.name === other.name

/**
 * In the order of the acts, one by one. A step that was not taken holds up the later ones of its order, no other
 * order's, and no stop: whoever has warm bags is heard (ruling AMB-269). A picture is sent before the step that it belongs to, though it was taken again while that was mended.
 */
export function nextToSend<One extends Waiting>(waiting: readonly One[]): One | null {
  const heldUp = new Set<string>()
  for (const one of waiting) {
    if (one.refusal) {
      if (one.kind === 'step') heldUp.add(one.orderId)
      continue
    }
    if (one.kind === 'picture') return one
    if (heldUp.has(one.orderId) && !one.isStop) continue
    return waiting.find((other) => isPictureFor(other, one)) ?? one
  }
  return null
}

const isPictureFor = (one: Waiting, { orderId, seq, step }: WaitingStep): boolean =>
  one.kind === 'picture' &&
  one.refusal === null &&
  one.orderId === orderId &&
  one.seq === seq &&
  one.state === pictureStateOf[step]

/** What came back: nothing that is the server's own word, a refusal, or what became of it. */
export type Sent =
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'taken'; readonly outcome: 'done' | 'reassigned' | 'closed' }

/** What it means for the thing sent. `later`: it stays where it is, and so does all behind it. */
export type Verdict = 'arrived' | 'kept-aside' | 'not-kept' | 'not-taken' | 'sign-in' | 'later'

export function verdictOn(sent: Sent): Verdict {
  if (sent.kind === 'unanswered') return 'later'
  if (sent.kind === 'taken') return sent.outcome === 'done' ? 'arrived' : 'kept-aside'
  if (sent.status === 401) return 'sign-in'
  // there is nothing to mend: it leaves the line
  if (sent.code === 'enough-kept') return 'not-kept'
  return sent.status >= 500 || passing.has(sent.status) ? 'later' : 'not-taken'
}

/** A timeout, too early, too often: the same again may well be taken. */
const passing = new Set([408, 425, 429])

/** An order that is on the phone and not among the driver's any more, though it has not been delivered whole. */
export function goneFrom<Order extends OrderDriven>(
  before: readonly Order[],
  now: readonly { readonly id: string }[],
): Order[] {
  return before.filter(({ id, deliveries }) => !now.some((one) => one.id === id) && !isDelivered(deliveries))
}

/** Long enough to look again whether it is done, after a reload or from another message's link. */
export const stillTold = <Order extends OrderDriven>(delivered: readonly Order[], now: Date): Order[] =>
  delivered.filter(({ deliveries }) =>
    deliveries.some(({ steps }) => steps.some(({ doneAt }) => doneAt > earlier(now, days(1)))),
  )

export const isDelivered = (
  deliveries: readonly { readonly steps: readonly { readonly step: DeliveryStep }[] }[],
): boolean => deliveries.every(({ steps }) => steps.some(({ step }) => step === 'delivered'))
