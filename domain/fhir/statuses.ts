import type { BagState } from '../bags/bag.ts'
import type { AsideReason } from '../matching/setting-aside.ts'
import type { RequestStatus } from '../requests/request.ts'
import type { serviceRequestStatuses } from './shapes.ts'

export type ServiceRequestStatus = (typeof serviceRequestStatuses)[number]

/** What R4 has words for; how far it is stands in the Task (ruling AMB-325). */
export const statusOf: Readonly<Record<RequestStatus, ServiceRequestStatus>> = {
  pending: 'draft',
  'hospital-admin-approved': 'active',
  'hospital-admin-rejected': 'revoked',
  'bloodbank-approved': 'active',
  'bloodbank-rejected': 'revoked',
  'reservation-approved': 'active',
  'sample-acquired': 'active',
  'cross-matching': 'active',
  issued: 'active',
  'partially-completed': 'active',
  'delivery-completed': 'active',
  completed: 'completed',
  cancelled: 'revoked',
}

/** Those that R4 calls so. */
export const statusesCalled = (called: readonly ServiceRequestStatus[]): RequestStatus[] =>
  (Object.keys(statusOf) as RequestStatus[]).filter((status) => called.includes(statusOf[status]))

type TaskStatus =
  | 'requested'
  | 'received'
  | 'accepted'
  | 'in-progress'
  | 'completed'
  | 'rejected'
  | 'cancelled'

export const taskStatusOf: Readonly<Record<RequestStatus, TaskStatus>> = {
  pending: 'requested',
  'hospital-admin-approved': 'received',
  'hospital-admin-rejected': 'rejected',
  'bloodbank-approved': 'accepted',
  'bloodbank-rejected': 'rejected',
  'reservation-approved': 'accepted',
  'sample-acquired': 'in-progress',
  'cross-matching': 'in-progress',
  issued: 'in-progress',
  'partially-completed': 'in-progress',
  'delivery-completed': 'in-progress',
  completed: 'completed',
  cancelled: 'cancelled',
}

export type DispenseStatus = 'preparation' | 'allocated' | 'issued' | 'returned' | 'unfulfilled'

/** The words of R5 for a bag on its way to a patient. */
export const dispenseStatusOf: Readonly<Record<RequestStatus, DispenseStatus>> = {
  pending: 'preparation',
  'hospital-admin-approved': 'preparation',
  'hospital-admin-rejected': 'unfulfilled',
  'bloodbank-approved': 'preparation',
  'bloodbank-rejected': 'unfulfilled',
  'reservation-approved': 'allocated',
  'sample-acquired': 'preparation',
  'cross-matching': 'preparation',
  issued: 'issued',
  'partially-completed': 'issued',
  'delivery-completed': 'issued',
  completed: 'issued',
  cancelled: 'unfulfilled',
}

type Drive = {
  readonly isOver: boolean
  readonly isThere: boolean
  readonly state: string
  /** Bags of it left with a slip that are to be given. */
  readonly isPacked: boolean
  readonly order: DispenseStatus
}

/** Of one drive: what left with another is not issued here (ruling AMB-412). */
export function driveDispense({ isOver, isThere, state, isPacked, order }: Drive): DispenseStatus {
  if (isThere || ['issued', 'partly delivered', 'delivered'].includes(state)) return 'issued'
  if (isOver) return 'unfulfilled'
  return isPacked || order === 'allocated' ? 'allocated' : 'preparation'
}

const onward: readonly DispenseStatus[] = ['unfulfilled', 'preparation', 'allocated', 'issued']

/** The whole is as far as the furthest of its drives. */
export const furthest = (drives: readonly DispenseStatus[], otherwise: DispenseStatus): DispenseStatus =>
  onward.findLast((one) => drives.includes(one)) ?? otherwise

/** Of one bag that left with a slip (ruling AMB-372). What is in the patient was dispensed, whatever was said of it since. */
export function bagDispense(state: BagState, setAside: AsideReason | null): DispenseStatus {
  if (state === 'returned') return 'returned'
  if (state === 'missing') return 'unfulfilled'
  return setAside === null || state === 'transfused' ? 'issued' : 'unfulfilled'
}
