/** Why an order stands where it does, in the words that its hospital's screens have (ruling AMB-416). */
import type { BloodRequest } from '../requests/request.ts'
import { refusedText, rejectionText } from '../requests/showing.ts'

type Standing = Pick<BloodRequest, 'status' | 'refusedBy'>

/** The event in which somebody said why; null where none is asked for it. */
export const saidIn = (order: Standing): 'request-cancelled' | 'request-refused' | null =>
  order.status === 'cancelled'
    ? 'request-cancelled'
    : order.status === 'bloodbank-rejected' || refusedText(order) !== null
      ? 'request-refused'
      : null

/** `said`: in that event. Of several banks that refused it the last one said it. */
export function reasonOf(
  order: Standing & Pick<BloodRequest, 'rejectedFor' | 'rejectionNote'>,
  said: string | null,
): string | null {
  const refused = refusedText(order)
  if (refused !== null) return said ? `${refused}: ${said}` : refused
  return rejectionText(order) || said || null
}
