import { z } from 'zod'
import type { RequestDetail } from '#contract/requests.ts'
import { HandOverProof } from '#domain/driving/reporting.ts'
import { DeliveryStep } from '#domain/driving/steps.ts'
import { type TemperatureDoubt, TemperatureVerdict, worstOf } from '#domain/driving/temperature.ts'
import {
  type EventKind,
  events as facts,
  isEventKind,
  type KindAbout,
  mayRead,
} from '#domain/events/events.ts'
import type { Fact, Reader } from '#domain/events/fact.ts'
import { doerOf } from '#domain/people/doer.ts'
import { type BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { inOrderOfPaper } from '#domain/requests/timeline.ts'
import type { requestStore } from './store.ts'

const Linked = z.object({ driver: z.string().optional() })
const ToldOfStep = z.object({
  seq: z.number(),
  step: DeliveryStep,
  doneAt: z.coerce.date(),
  temperature: z.number().nullable(),
  verdict: TemperatureVerdict.nullable(),
  receiver: z.string().nullable(),
  handOver: HandOverProof.nullable(),
  allowedBy: z.string().nullable().default(null),
})
const stepKinds: readonly EventKind[] = ['delivery-step-done', 'step-kept-aside', 'delivery-stopped']
const isAboutRequest = (kind: string): kind is KindAbout<'request'> =>
  isEventKind(kind) && facts[kind].subject === 'request'
const OnPaper = z
  .object({ paper: z.string(), doneAt: z.coerce.date() })
  .transform(({ paper: number, doneAt }) => ({ number, doneAt }))
const Status = RequestStatus.nullable().catch(null)

/** One request with all that belongs to it: its deliveries, who carries it, and its life from the events. */
export async function detailOf(
  store: ReturnType<typeof requestStore>,
  request: BloodRequest,
  reader: Reader,
): Promise<Omit<RequestDetail, 'more' | 'bombay'>> {
  const { driverEmail, bankId } = request
  const [deliveries, doubts, { steps, asideLeftOut }, events, driverName, bank] = await Promise.all([
    store.deliveriesOf([request.id]),
    store.doubtsOf([request.id]),
    store.shownStepsOf(request.id),
    store.eventsOf(request.id),
    driverEmail === null ? null : store.driverName(driverEmail),
    bankId === null ? null : store.organisation(bankId),
  ])
  // written with the request and not into the trail, so it is told with the last one alone
  const lastWhy = events.findLast(({ kind }) => kind === 'rejection-explained')
  const noteIn = (event: (typeof events)[number]) => (event === lastWhy ? request.rejectionNote : null)
  const raisedBy = events.find(({ kind }) => kind === 'request-raised')?.actorId ?? null
  return {
    ...request,
    deliveries: withDoubts(deliveries, doubts).map((delivery) => ({
      ...delivery,
      steps: steps
        .filter(({ seq }) => seq === delivery.seq)
        .map(({ driverName: by, ...step }) => ({ ...step, by })),
    })),
    asideLeftOut,
    driverName: driverName ?? null,
    bankName: bank?.name ?? null,
    timeline: inOrderOfPaper(
      events.flatMap((event) => {
        const { at, kind, fromStatus, toStatus, detail, bankId } = event
        const told = JSON.parse(detail)
        if (!isAboutRequest(kind) || !mayRead(reader, kind, told)) return []
        const { quote }: Fact = facts[kind]
        const entry = {
          at,
          by: doerOf(event),
          kind,
          from: Status.parse(fromStatus),
          to: Status.parse(toStatus),
          bankId,
          driver: Linked.parse(told).driver ?? null,
          reason: noteIn(event) ?? quote?.(told) ?? null,
          isBySameHands: kind === 'request-approved' && raisedBy !== null && event.actorId === raisedBy,
          step: stepKinds.includes(kind) ? ToldOfStep.parse(told) : null,
          paper: OnPaper.safeParse(told).data ?? null,
        }
        return [entry]
      }),
    ),
  }
}

/** As the trail tells it: its hospital sees who looked. */
export const openedRequest = ({ id, hospitalId }: Pick<BloodRequest, 'id' | 'hospitalId'>) => ({
  ...{ kind: 'request-opened' as const, thing: id },
  ...{ detail: { requestId: id }, hospitalId },
})

type Of = { readonly seq: number }

/** Each delivery of a request with what was measured outside its limits, if it was. */
export const withDoubts = <Delivery extends Of>(
  deliveries: readonly Delivery[],
  doubts: readonly (Of & TemperatureDoubt)[],
) =>
  deliveries.map((delivery) => ({
    ...delivery,
    doubt: worstOf(doubts.filter(({ seq }) => seq === delivery.seq)),
  }))
