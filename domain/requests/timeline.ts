import type { RequestStatus } from './request.ts'

/** One thing that happened to a request: who, what, when. */
export type TimelineEntry = {
  readonly at: Date
  readonly by: string
  readonly kind: string
  readonly from: RequestStatus | null
  readonly to: RequestStatus | null
  readonly bankId: string | null
  /** Why, where a person had to say so; or the text that was written. */
  readonly reason: string | null
}

/** The deed in words; the status it led to is told beside it. */
export function deedText({ kind, by, bankId }: Pick<TimelineEntry, 'kind' | 'by' | 'bankId'>): string {
  if (kind === 'request-linked' && bankId) return `${by} linked ${bankId}`
  return `${deeds[kind] ?? 'Changed'} by ${by}`
}

const deeds: Record<string, string> = {
  'request-raised': 'Raised',
  'request-approved': 'Approved',
  'request-rejected': 'Rejected',
  'request-cancelled': 'Cancelled',
  'request-linked': 'Linked',
  'request-moved': 'Moved on',
  'request-completed': 'Completed',
  'delivery-status-written': 'Delivery status written',
}
