import { z } from 'zod'
import type { StepAnswer } from '#contract/driving.ts'
import { drivingWords, whyNotKeepAside } from '#domain/driving/refusals.ts'
import { DeliveryStep } from '#domain/driving/steps.ts'
import { FoundBefore, takeBack, whyNotTakeBack } from '#domain/driving/taking-back.ts'
import { isDoubtful } from '#domain/driving/temperature.ts'
import { RequestStatus } from '#domain/requests/request.ts'
import { lockRequest, saveDeliveries, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { orderFor } from './order.ts'
import { drivingStore, drivingWriter } from './store.ts'

/** What a step wrote down so that it can be taken back; releases before this one wrote nothing. */
const Left = z.object({
  seq: z.number().optional(),
  step: DeliveryStep.optional(),
  version: z.number().nullable().catch(null),
  before: FoundBefore.optional(),
})

/** A step told by mistake. Sent again, it finds that it is done. */
export async function takeBackBy(
  driverEmail: string,
  work: Work,
  { id, stepId }: { id: string; stepId: string },
): Promise<z.input<typeof StepAnswer>> {
  const store = drivingStore(work.db)
  const request = await lockRequest(work, id)
  const steps = request ? await store.stepsOf([id]) : []
  const told = steps.find((one) => one.id === stepId && one.driverEmail === driverEmail)
  if (!request || !told || request.driverEmail !== driverEmail) throw notFound()
  if (told.keptAside !== 'taken-back') {
    const event = await store.lastStepEventOf(id)
    const { version, before, ...last } = Left.parse(JSON.parse(event?.detail ?? '{}'))
    const { handOver, arrivedAt, seq, step } = told
    // what counts is told once, so that it is known by its place
    const isLast = told.keptAside === null && last.seq === seq && last.step === step && before !== undefined
    refuse(
      drivingWords,
      // of what did not count nobody counted wrong codes either: it says nothing of its code
      whyNotTakeBack(
        request,
        { handOver: told.keptAside === null ? handOver : null, arrivedAt, version: isLast ? version : null },
        work.now,
      ) ?? whyNotKeepAside(steps.filter(({ keptAside }) => keptAside === 'taken-back').length),
    )
    if (!before) throw notFound()
    const status = RequestStatus.parse(event?.fromStatus)
    const back = takeBack(request, await store.deliveriesOf([id]), { seq, before, status }, work.now)
    await drivingWriter(work).setAside(id, stepId, 'taken-back')
    await saveDeliveries(work, id, back.deliveries)
    const wasDoubtful = isDoubtful(told.verdict)
    await saveRequest(work, request, back.request, {
      kind: 'delivery-step-undone',
      detail: { seq, step, ...(wasDoubtful && { wasDoubtful }) },
    })
  }
  return { outcome: 'done', order: await orderFor(work, driverEmail, id) }
}
