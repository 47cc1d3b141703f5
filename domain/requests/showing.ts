import { groupName } from '../basics/blood.ts'
import { type BloodRequest, type RequestStatus, wasNotTaken } from './request.ts'

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

/** The compact cell: the component by its code, so plasma is FFP (ruling AMB-46). */
export const bloodInformation = ({
  bloodGroup,
  component,
  units,
}: Pick<BloodRequest, 'bloodGroup' | 'component' | 'units'>) => ({
  group: groupName(bloodGroup),
  component,
  units: units === 1 ? '1 unit' : `${units} units`,
})
