import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import type { BloodRequest, RequestStatus } from '../requests/request.ts'
import type { InvoiceParty, InvoiceRefusal } from './invoicing.ts'

export const downloadWords = {
  'not-ready': {
    title: 'Invoice Not Ready',
    text: 'Please wait for a while as the invoice is being generated.', // §4.2
  },
} satisfies Record<string, Wording>

/** Whose screen it is: the provider sees an invoice before the hospital does (ruling AMB-80). */
export type Viewer = 'hospital' | 'provider'

/** §4.2: in no other status is an invoice handed out, even if there is one. */
const handedOut: Record<Viewer, readonly RequestStatus[]> = {
  hospital: ['cancelled', 'completed'],
  provider: ['cancelled', 'delivery-completed', 'completed'],
}

type Invoiced = Pick<BloodRequest, 'status' | 'hospitalInvoicePath' | 'bankInvoicePath'>

/** Every "not now" is told alike (ruling AMB-79). */
export function whyNotDownload(
  request: Invoiced,
  party: InvoiceParty,
  viewer: Viewer,
): Refusal<keyof typeof downloadWords> | null {
  const path = party === 'hospital' ? request.hospitalInvoicePath : request.bankInvoicePath
  return path !== null && handedOut[viewer].includes(request.status) ? null : no('not-ready')
}

const regenerable: readonly RequestStatus[] = ['delivery-completed', 'completed']

/** §4.2; whether one is running already only the server knows. */
export const whyNotRegenerate = ({ status }: Pick<BloodRequest, 'status'>): InvoiceRefusal | null =>
  regenerable.includes(status) ? null : no('not-completed', undefined, { status })
