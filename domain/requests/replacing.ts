import { no } from '../basics/refusal.ts'
import { whyNotCancel } from './cancelling.ts'
import type { BloodRequest } from './request.ts'
import type { RequestRefusal } from './words.ts'

/**
 * What was approved is amended by none: it is cancelled and raised again, in one act (ruling AMB-311). What is pending
 * is amended instead, and what a bank has is cancelled by nobody here.
 */
export const mayBeReplaced = ({ status }: Pick<BloodRequest, 'status'>): boolean =>
  status === 'hospital-admin-approved'

/** Asked by the rules of cancelling first: what a bank has says so. */
export const whyNotReplace = (
  request: Pick<BloodRequest, 'status' | 'bankId'>,
  id: string,
): RequestRefusal | null =>
  whyNotCancel(request, replacedBy(id)) ?? (mayBeReplaced(request) ? null : no('amend-instead'))

/** What stands in the timeline of each, so that they name each other; by their ids alone. */
export const replacedBy = (id: string): string => `Replaced by request ${id}`
export const replaces = (id: string): string => `Replaces request ${id}`
