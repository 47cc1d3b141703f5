import type { RequestStatus } from './request.ts'

/** Linked to a bank and still on its shelf. */
export const toIssue = [
  'bloodbank-approved',
  'reservation-approved',
  'sample-acquired',
  'cross-matching',
] as const satisfies RequestStatus[]

/** §9: a page of Issuing History (ruling AMB-122). */
export const issuingPageSize = 10
