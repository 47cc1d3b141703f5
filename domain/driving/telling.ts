import { dayOf, minutes, showDateTime, showTime } from '../basics/time.ts'
import { type BloodRequest, type Delivery, type RequestStatus, wasNotTaken } from '../requests/request.ts'
import { type LifeStep, lifeOf, type TimelineEntry, unitsText } from '../requests/timeline.ts'
import type { HandOver, HandOverProof, KeptAside } from './reporting.ts'
import { type DeliveryStep, handsOver } from './steps.ts'
import type { TemperatureDoubt, TemperatureVerdict } from './temperature.ts'

/** One thing to know of a step; its kind says how loud it is told. */
export type ToldFact = {
  readonly kind:
    | TemperatureVerdict
    | 'allowed'
    | 'receiver'
    | 'code'
    | 'picture'
    | 'unproved'
    | 'late'
    | 'aside'
  readonly text: string
}

/** A step as its driver told it. */
type Told = {
  readonly step: DeliveryStep
  readonly doneAt: Date
  readonly arrivedAt: Date
  readonly temperature: number | null
  readonly verdict: TemperatureVerdict | null
  readonly receiver: string | null
  readonly handOver: HandOverProof | null
  readonly keptAside: KeptAside | null
  readonly allowedBy?: string | null
}

/** For those who were not there: did it count, how warm was it, how did it change hands, when did we hear of it. */
export function factsOf(told: Told): ToldFact[] {
  const { step, temperature, receiver, handOver, keptAside } = told
  return [
    ...(keptAside ? [{ kind: 'aside', text: asideText(keptAside) } as const] : []),
    ...(temperature === null ? [] : [measured(temperature, told.verdict)]),
    ...(told.allowedBy
      ? [{ kind: 'allowed', text: `The bank said to go on: ${told.allowedBy}` } as const]
      : []),
    ...(receiver ? [{ kind: 'receiver', text: `${receiverDid(step)} by ${receiver}` } as const] : []),
    ...(handsOver(step) && !stoodStill.includes(keptAside) ? [proofs[handOver ?? 'none']] : []),
    ...toldLater(told),
  ]
}

/** Nothing was handed over. */
const stoodStill: readonly Told['keptAside'][] = ['stopped', 'replaced']

const asideText = (why: KeptAside): string => asideWords[why] ?? `Kept aside: ${why}`
const asideWords: Partial<Record<KeptAside, string>> = {
  stopped: 'Stopped here',
  'taken-back': 'Taken back',
  replaced: 'Given back for new bags',
}

/** Ruling AMB-187. What nobody judged is not fine. */
const measured = (celsius: number, verdict: TemperatureVerdict | null): ToldFact => {
  const kind = verdict ?? 'ask'
  return { kind, text: `${celsius} °C, ${verdictWords[kind]}` }
}

const verdictWords: Record<TemperatureVerdict, string> = {
  within: 'within limits',
  ask: 'ask the bank',
  never: 'do not use',
}

const receiverDid = (step: DeliveryStep): string => (step === 'delivered' ? 'Taken' : 'Given')

const proofs: Record<HandOverProof | 'none', ToldFact> = {
  code: { kind: 'code', text: 'Handed over with code' },
  picture: { kind: 'picture', text: 'Handed over without code, with a picture' },
  none: { kind: 'unproved', text: 'Handed over without code or picture' },
}

function toldLater({ doneAt, arrivedAt }: Pick<Told, 'doneAt' | 'arrivedAt'>): ToldFact[] {
  if (arrivedAt.getTime() - doneAt.getTime() <= minutes(1)) return []
  const isSameDay = dayOf(arrivedAt) === dayOf(doneAt)
  const text = isSameDay ? `Told at ${showTime(arrivedAt)}` : `Told on ${showDateTime(arrivedAt)}`
  return [{ kind: 'late', text }]
}

/** Said where a delivery is followed; what was within limits is not worth a word there. */
export const doubtFact = ({ temperature, verdict }: TemperatureDoubt): ToldFact =>
  measured(temperature, verdict)

type ToldDelivery = Pick<Delivery, 'seq'> & { readonly steps: readonly Told[] }

/** How warm it was when last measured, with its verdict if a driver measured it. */
export function temperatureFact(request: {
  readonly deliveryTemperature: number | null
  readonly deliveries: readonly ToldDelivery[]
}): ToldFact | null {
  const { deliveryTemperature: celsius, deliveries } = request
  if (celsius === null) return null
  const last = deliveries
    .flatMap(({ steps }) => steps)
    .filter((told) => told.keptAside === null && told.temperature === celsius)
    .toSorted((a, b) => a.doneAt.getTime() - b.doneAt.getTime())
    .at(-1)
  return last ? measured(celsius, last.verdict) : null
}

export type ToldLifeStep = LifeStep & { readonly facts: readonly ToldFact[] }

type ToldEntry = TimelineEntry & {
  readonly step: (Omit<Told, 'arrivedAt' | 'keptAside'> & { readonly seq: number }) | null
}

type Life = Omit<Parameters<typeof lifeOf>[0], 'timeline' | 'deliveries'> & {
  readonly timeline: readonly ToldEntry[]
  readonly deliveries: readonly (Delivery & ToldDelivery)[]
}

/** The life of a request, and of each step of its drivers what they told. */
export function toldLifeOf(request: Life): ToldLifeStep[] {
  // what happened comes first and one by one, then what is due
  return lifeOf(request).map((life, at) => ({ ...life, facts: toldIn(request, request.timeline[at]) }))
}

function toldIn({ deliveries }: Life, entry: ToldEntry | undefined): ToldFact[] {
  const told = entry?.step
  if (!told) return []
  const steps = deliveries.find(({ seq }) => seq === told.seq)?.steps ?? []
  // of an event it is known that it was kept aside; why, only of the report
  const report = steps.find(
    ({ step, arrivedAt }) => step === told.step && arrivedAt.getTime() === entry.at.getTime(),
  )
  return factsOf({ ...told, arrivedAt: entry.at, keptAside: report?.keptAside ?? null })
}

type Said = Pick<HandOver, 'seq' | 'step'>

/** What a code is for: `The sample of delivery 1`, `Delivery 2 of 3, 3 units`. */
export function handOverText({ seq, step }: Said, deliveries: readonly Delivery[]): string {
  const isOnly = deliveries.length === 1
  if (step === 'sample acquired') return isOnly ? 'The sample' : `The sample of delivery ${seq}`
  const units = unitsText(deliveries.find((one) => one.seq === seq)?.units ?? 0)
  return isOnly ? `Delivery of ${units}` : `Delivery ${seq} of ${deliveries.length}, ${units}`
}

/** Said too early, a code proves nothing. */
export const whenToTell = ({ step }: Pick<Said, 'step'>): string =>
  step === 'sample acquired'
    ? 'Tell it to the driver only when you give the sample.'
    : 'Tell it to the driver only when the blood is in your hands.'

/** Asked where a code is shown that is not the next as far as we know: the driver may be without a signal. */
export const isItTime = ({ step }: Pick<Said, 'step'>): string =>
  step === 'sample acquired' ? 'Does the bank ask for a new sample?' : 'Is the blood here already?'

export const lockedText = 'Typed wrong five times. The driver hands over with a picture and a reason.'

/** Why there is no code to tell. */
export const noCodeText = (request: Pick<BloodRequest, 'status' | 'invoiceKind'>): string =>
  wasNotTaken(request) ? notComing : (noCode[request.status] ?? 'Nothing is handed over next.')

const notYet = 'No code yet. It shows here once a driver is on the way.'
const allThere = 'All of it was handed over. No code is needed any more.'
const notComing = 'This request has ended. Nothing is handed over.'
const noCode: Partial<Record<RequestStatus, string>> = {
  pending: notYet,
  'hospital-admin-approved': notYet,
  'delivery-completed': allThere,
  completed: allThere,
  'hospital-admin-rejected': notComing,
  'bloodbank-rejected': notComing,
  cancelled: notComing,
}
