import { type AskedGroup, askedGroupText } from '../bags/kinds.ts'
import { showTime } from '../basics/time.ts'
import { isUntaken } from './raising-again.ts'
import {
  type AmendedField,
  type BloodRequest,
  type RejectionReason,
  type RequestStatus,
  wasNotTaken,
} from './request.ts'

/** §4.1: the linked bank's id stands in for the word; only in what people read (ruling AMB-50). */
export const statusText = ({ status, bankId }: Pick<BloodRequest, 'status' | 'bankId'>): string =>
  status.replace('bloodbank', (word) => bankId || word)

/** §4.1: exact pending and completed first, so that delivery-completed is not red (ruling AMB-49). */
export function statusKind(status: RequestStatus): 'grey' | 'red' | 'green' | 'black' {
  if (status === 'pending') return 'grey'
  if (status === 'completed') return 'red'
  return status.includes('approved') ? 'green' : 'black'
}

export type Ended = Pick<BloodRequest, 'status' | 'isLate' | 'invoiceKind'>

/** §4.2: how a completed request ended (ruling AMB-211 for what nobody took). */
export function outcomeText(request: Ended): string | null {
  if (request.status !== 'completed') return null
  if (wasNotTaken(request)) return 'The reservation was not taken'
  return request.isLate ? 'Sorry, the order was slightly delayed' : 'Delivery Completed Before Deadline'
}

/** Ruling AMB-212: who said no, as long as it waits for another bank. */
export const refusedText = ({
  status,
  refusedBy,
}: Pick<BloodRequest, 'status' | 'refusedBy'>): string | null =>
  status === 'hospital-admin-approved' && refusedBy.length > 0 ? `refused by ${refusedBy.join(', ')}` : null

const fieldWords: Readonly<Record<AmendedField, string>> = {
  patientName: 'patient name',
  patientId: 'patient ID',
  age: 'age',
  sex: 'gender',
  bloodGroup: 'blood group',
  component: 'component',
  units: 'units',
  reason: 'reason',
  orderType: 'order type',
  pickupAt: 'sample pickup',
  deadlineAt: 'delivery deadline',
  more: 'more for the blood bank',
}

export const fieldsText = (fields: readonly AmendedField[]): string =>
  fields.map((field) => fieldWords[field]).join(', ')

/** For whoever decides: what it asks for is not what it asked for at first (ruling AMB-296). */
export const amendedText = ({
  amendedAt,
  amendedFields,
}: Pick<BloodRequest, 'amendedAt' | 'amendedFields'>): string | null =>
  amendedAt && `amended after it was raised, ${showTime(amendedAt)}: ${fieldsText(amendedFields)}`

/** The usual reasons of a rejection, as they stand on a chip. */
export const rejectionLabels: Readonly<Record<RejectionReason, string>> = {
  duplicate: 'Duplicate',
  'wrong-group': 'Wrong group',
  'wrong-patient': 'Wrong patient',
  'not-needed': 'Not needed',
  other: 'Other',
}

/** Why the hospital rejected it, where that was said (ruling AMB-295). */
export const rejectionText = ({
  status,
  rejectedFor,
  rejectionNote,
}: Pick<BloodRequest, 'status' | 'rejectedFor' | 'rejectionNote'>): string | null =>
  status === 'hospital-admin-rejected' && rejectedFor ? (rejectionNote ?? rejectionLabels[rejectedFor]) : null

const waysOut = {
  hospital: {
    pending: 'If it is still needed, raise it again.',
    approved: 'If it is still needed, call the provider or raise it again.',
  },
  provider: {
    pending: 'Its hospital has not approved it.',
    approved: 'Link it now if it is still needed.',
  },
} as const

/** Ruling AMB-216: what nobody took is shown as such, with what can be done, as long as nobody has. */
export function untakenText(
  { status, expired }: Pick<BloodRequest, 'status' | 'expired'>,
  reader: keyof typeof waysOut,
): string | null {
  if (!isUntaken({ status, expired })) return null
  return `Nobody took it in time. ${waysOut[reader][status === 'pending' ? 'pending' : 'approved']}`
}

/** The compact cell: the component by its code, so plasma is FFP (ruling AMB-46). */
export const bloodInformation = ({
  component,
  units,
  ...asked
}: Pick<BloodRequest, 'component' | 'units'> & AskedGroup) => ({
  group: askedGroupText(asked),
  component,
  units: units === 1 ? '1 unit' : `${units} units`,
})
