import { moveDeliveries } from '#domain/requests/moving.ts'
import type { BloodRequest, Delivery } from '#domain/requests/request.ts'
import type { Before } from '#domain/requests/undoing.ts'
import { saveRequest } from '../db/requests.ts'
import type { Work } from '../db/work.ts'
import { requestStore } from './store.ts'

type Written = { text?: string; before?: Before }

const stateOf = (
  { deliveryStatus, note, invoiceKind }: BloodRequest,
  deliveries: readonly Delivery[],
): Before => ({
  deliveryStatus,
  note,
  invoiceKind,
  deliveries: deliveries.map(({ seq, state, deliveredAt }) => ({ seq, state, deliveredAt })),
})

/** The new status with what it means for the deliveries (ruling AMB-65). */
export async function saveMove(
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  detail: Written = {},
  known?: readonly Delivery[],
): Promise<BloodRequest> {
  const deliveries = known ?? (await requestStore(work.db).deliveriesOf([before.id]))
  const moved = moveDeliveries(deliveries, after, work.now)
  return saveStatus(work, before, after, { ...detail, before: stateOf(before, deliveries) }, moved)
}

/** The new status alone, and the bill with the first completion. */
export function saveStatus(
  work: Work,
  before: BloodRequest,
  after: BloodRequest,
  detail: Written = {},
  deliveries: readonly Delivery[] = [],
): Promise<BloodRequest> {
  const kind = after.status === 'completed' ? 'request-completed' : 'request-moved'
  const isFirst = before.firstCompletedAt === null && after.firstCompletedAt !== null
  const told = { ...detail, version: after.version, ...(isFirst && { invoice: after.invoiceKind }) }
  return saveRequest(work, before, after, { kind, detail: told }, deliveries)
}
