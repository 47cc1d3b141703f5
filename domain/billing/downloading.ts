import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { minutes } from '../basics/time.ts'
import { type Actor, isBank, isHospital, isProvider } from '../people/actor.ts'
import type { BloodRequest, RequestStatus } from '../requests/request.ts'
import { statusText } from '../requests/showing.ts'
import { type Invoiced, type InvoiceParty, type InvoiceRefusal, invoiceOf } from './invoicing.ts'

export const downloadWords = {
  'not-ready': {
    title: 'Invoice Not Ready',
    text: 'Please wait for a while as the invoice is being generated.', // §4.2
  },
  // §8
  'file-missing': { title: 'Error', text: "File doesn't exist - wait for Invoice to be generated" },
  'not-permitted': { title: 'Error', text: "User doesn't have permission to access the object" },
  cancelled: { title: 'Error', text: 'User canceled the upload' },
  unknown: { title: 'Error', text: 'Unknown error occurred, inspect the server response' },
} satisfies Record<string, Wording>

/** §8: the person was told. */
export const downloaded = 'Invoice Downloaded Successfully!'

/** Whose screen it is: the provider sees an invoice before the others do (ruling AMB-80). */
export type Viewer = 'hospital' | 'bank' | 'provider'

/** §4.2: in no other status is an invoice handed out, even if there is one. */
const handedOut: Record<Viewer, readonly RequestStatus[]> = {
  hospital: ['cancelled', 'completed'],
  bank: ['cancelled', 'completed'],
  provider: ['cancelled', 'delivery-completed', 'completed'],
}

/** Ruling AMB-78: the provider has both, a hospital and a bank the one that is made out for it; others none. */
export function viewerOf(
  actor: Actor,
  request: Pick<BloodRequest, 'hospitalId' | 'bankId'>,
  party: InvoiceParty,
): Viewer | null {
  if (isProvider(actor)) return 'provider'
  if (actor.kind !== 'member' || actor.organisationId === null) return null
  const isOwn = (id: string | null) => id === actor.organisationId
  if (isHospital(actor)) return party === 'hospital' && isOwn(request.hospitalId) ? 'hospital' : null
  return isBank(actor) && party === 'bloodbank' && isOwn(request.bankId) ? 'bank' : null
}

/** Every "not now" is told alike (ruling AMB-79). */
export function whyNotDownload(
  request: Invoiced & Pick<BloodRequest, 'status'>,
  party: InvoiceParty,
  viewer: Viewer,
): Refusal<keyof typeof downloadWords> | null {
  return invoiceOf(request, party) !== null && handedOut[viewer].includes(request.status)
    ? null
    : no('not-ready')
}

const regenerable: readonly RequestStatus[] = ['delivery-completed', 'completed']

/** By what the order is; the server's lock says whether one is running already (ruling AMB-94). */
export const whyNotRegenerate = (request: Pick<BloodRequest, 'status' | 'bankId'>): InvoiceRefusal | null =>
  regenerable.includes(request.status)
    ? null
    : no('not-completed', undefined, { status: statusText(request) })

/** Drawing takes less than a second: what takes this long has died over it. */
export const longestRegeneration = minutes(2)

/** §4.2 for a button: nobody is offered what is running, whoever began it (ruling AMB-94). */
export const whyNotRegenerateNow = (
  request: Pick<BloodRequest, 'status' | 'bankId' | 'regeneratingUntil'>,
  now: Date,
): InvoiceRefusal | null => whyNotRegenerate(request) ?? (isRegenerating(request, now) ? no('running') : null)

export const isRegenerating = (
  { regeneratingUntil }: Pick<BloodRequest, 'regeneratingUntil'>,
  now: Date,
): boolean => regeneratingUntil !== null && regeneratingUntil > now
