import { moveDeliveries } from '#domain/requests/moving.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { saveDeliveries, saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { requestStore } from './store.ts'

type Written = { text?: string }

/** The new status with what it means for the deliveries (ruling AMB-65). */
export async function saveMove(
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  detail: Written = {},
): Promise<BloodRequest> {
  const deliveries = await requestStore(work.db).deliveriesOf([before.id])
  await saveDeliveries(work, before.id, moveDeliveries(deliveries, after, work.now))
  return saveStatus(work, before, after, detail)
}

/** The new status alone, and the bill with the first completion. */
export function saveStatus(
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  detail: Written = {},
): Promise<BloodRequest> {
  const kind = after.status === 'completed' ? 'request-completed' : 'request-moved'
  const isFirst = before.firstCompletedAt === null && after.firstCompletedAt !== null
  return saveRequest(work, before, after, {
    kind,
    detail: { ...detail, ...(isFirst && { invoice: after.invoiceKind }) },
  })
}
