import type { z } from 'zod'
import type { driving } from '#contract/driving.ts'
import { backForNewBags, isOfTheseBags, stopWords, whyNotDecide } from '#domain/driving/stopping.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { requestWords } from '#domain/requests/words.ts'
import { lockRequest, recordOn, saveDeliveries, saveRequest } from '../db/requests.ts'
import { setDeliveryAside } from '../db/setting-aside.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { barredStops, stopsStanding } from './order.ts'
import { drivingStore, drivingWriter } from './store.ts'

/** What happens with a delivery that its driver stopped. Bags that go back may still be let through later. */
export async function decideStop(
  work: Work,
  decidedBy: string,
  { id, version, stepId, decision, reason }: z.output<typeof driving.decide.input>,
): Promise<void> {
  const store = drivingStore(work.db)
  const request = await lockRequest(work, id)
  const steps = request ? await store.stepsOf([id]) : []
  const stop = steps.find((one) => one.id === stepId && one.keptAside === 'stopped')
  if (!request || !stop) throw notFound()
  // its answer was lost: nobody is told twice
  if (stop.decision === decision && (stop.decisionReason ?? '') === reason) return
  refuse(requestWords, whyStale(request, version))
  const deliveries = await store.deliveriesOf([id])
  const stands = (await barredStops(work.db, request)).find((one) => one.id === stepId)
  refuse(stopWords, whyNotDecide(stands ?? null, { decision, reason }))
  const decided = { decision, decisionReason: reason || null, decidedBy, decidedAt: work.now }
  await drivingWriter(work).decide({ requestId: id, id: stepId }, decided)
  const after = decision === 'new-bag' ? await giveBack(work, request, deliveries, stop, steps) : request
  const touched = { ...after, updatedAt: work.now, version: request.version + 1 }
  const { seq, step } = stop
  const detail = { seq, step, decision, reason: reason || null }
  await saveRequest(work, request, touched, { kind: 'stop-decided', detail })
}

/** Another bank gives other bags: its link is the provider's word to whatever stood still, or was let through before. */
export async function newBagsByLink(
  work: Work,
  decidedBy: string,
  request: BloodRequest,
): Promise<BloodRequest> {
  const store = drivingStore(work.db)
  const decision = 'new-bag'
  let after = request
  for (;;) {
    // one by one: behind the last stop of a delivery there may be another, of who drove it before
    const { stops, steps } = await stopsStanding(work.db, request)
    const stop = stops.find(isOfTheseBags)
    if (!stop) return after
    const { requestId, id, seq, step } = stop
    const decided = { decision, decisionReason: null, decidedBy, decidedAt: work.now } as const
    await drivingWriter(work).decide({ requestId, id }, decided)
    after = await giveBack(work, after, await store.deliveriesOf([requestId]), stop, steps)
    const detail = { seq, step, decision, reason: null, byLink: true } as const
    await recordOn(work, request, { kind: 'stop-decided', detail })
  }
}

type Rows<Name extends 'stepsOf' | 'deliveriesOf'> = Awaited<
  ReturnType<ReturnType<typeof drivingStore>[Name]>
>

async function giveBack(
  work: Work,
  request: BloodRequest,
  deliveries: Rows<'deliveriesOf'>,
  stop: Rows<'stepsOf'>[number],
  steps: Rows<'stepsOf'>,
) {
  const back = backForNewBags(request, deliveries, stop)
  // told by the driver, by the bank, or by both
  const issued = steps.filter(
    ({ seq, step, keptAside }) => seq === stop.seq && step === 'issued' && keptAside === null,
  )
  for (const { id } of stop.step === 'delivered' ? issued : [])
    await drivingWriter(work).setAside(request.id, id, 'replaced')
  await saveDeliveries(work, request.id, back.deliveries)
  await setDeliveryAside(work, request, stop.seq)
  return back.request
}
