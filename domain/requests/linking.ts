import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { tidy } from '../basics/text.ts'
import { cameToNothing } from './listing.ts'
import type { BloodRequest, RequestStatus } from './request.ts'
import { statusText } from './showing.ts'
import { isStillOut } from './timing.ts'

/** §5.4: the choice beside the banks that opens a field for a name. */
export const otherBank = 'others'

/** §5.4 and §8, literally. */
export const linkWords = {
  'form-incomplete': {
    title: 'Form Incomplete',
    text: 'Please fill all fields before submitting the form',
  },
  // ruling AMB-235: whoever typed a name does not read that the field is empty
  'bank-name-letters': {
    title: 'Form Incomplete',
    text: 'Please write the name of the blood bank with letters from a to z or digits.',
  },
  'driver-missing': {
    title: 'Driver not selected',
    text: 'Please select driver before submitting the form',
  },
  'request-unknown': { title: 'Data Not Submitted', text: 'Invalid Request ID' },
  'not-approved': { title: 'Data Not Submitted', text: 'Please wait for hospital admin approval' },
  'already-linked': {
    title: 'Data Not Submitted',
    text: 'Current Bloodbank is already set to : {bank} and the current driver is : {driver}',
  },
  'bank-unknown': { title: 'Data Not Submitted', text: 'There is no such blood bank.' },
  'bank-is-hospital': {
    title: 'Data Not Submitted',
    text: 'This name belongs to a hospital. Please give the blood bank another one.',
  },
  'driver-unknown': { title: 'Data Not Submitted', text: 'There is no such driver.' },
} satisfies Record<string, Wording>

export type LinkRefusal = Refusal<keyof typeof linkWords>

export type LinkForm = {
  readonly requestId: string
  readonly bankId: string
  /** Used with the bank "others" only. */
  readonly otherBank: string
  readonly driverEmail: string
}

/**
 * The bank's id: that of the list, or the typed name in lower case without spaces. It becomes part of a path (ruling
 * AMB-87). The word for "not in the list" names no bank.
 */
export function bankIdOf({ bankId, otherBank: typed }: Pick<LinkForm, 'bankId' | 'otherBank'>): string {
  if (bankId !== otherBank) return bankId
  const id = tidy(typed)
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .replace(/^-+/, '')
  return id === otherBank ? '' : id
}

/** §5.4, in its order: only when nothing else is missing is it the driver (ruling AMB-110). */
export function whyNotLinkForm(form: LinkForm): LinkRefusal | null {
  if (tidy(form.requestId) === '') return no('form-incomplete', 'requestId')
  if (form.bankId === '') return no('form-incomplete', 'bankId')
  if (bankIdOf(form) === '') {
    const isNamed = !['', otherBank].includes(tidy(form.otherBank).toLowerCase())
    return no(isNamed ? 'bank-name-letters' : 'form-incomplete', 'otherBank')
  }
  return form.driverEmail === '' ? no('driver-missing', 'driverEmail') : null
}

type Link = { readonly bankId: string; readonly driverEmail: string }

export function whyNotLink(
  request: Pick<BloodRequest, 'status' | 'bankId' | 'driverEmail'> | undefined,
  link: Link,
): LinkRefusal | null {
  if (!request) return no('request-unknown', 'requestId')
  if (request.status === 'pending') return no('not-approved', 'requestId')
  if (request.bankId === link.bankId && request.driverEmail === link.driverEmail) {
    return no('already-linked', undefined, { bank: link.bankId, driver: link.driverEmail })
  }
  return null
}

/** What somebody should know before they link it: a link alone sets no order going again (ruling AMB-111). */
export function linkNotice(request: Pick<BloodRequest, 'status' | 'bankId'>): string | null {
  const { status } = request
  if (status === 'pending') return linkWords['not-approved'].text
  if (!over.includes(status)) return null
  return `This order is ${statusText(request)}, and stays so when it is linked. To set it going again, set its status on Update DB.`
}

/** Nobody carries it, and a link changes nothing of that. */
export const isOver = (order: Parameters<typeof isStillOut>[0]): boolean =>
  over.includes(order.status) && !isStillOut(order)
const over: readonly RequestStatus[] = [...cameToNothing, 'completed']

/** §4.2: only an approved request moves on by it; whatever else it is, it stays. */
export const link = (request: BloodRequest, { bankId, driverEmail }: Link, now: Date): BloodRequest => ({
  ...request,
  bankId,
  driverEmail,
  linkedAt: request.bankId === bankId ? request.linkedAt : now,
  status: request.status === 'hospital-admin-approved' ? 'bloodbank-approved' : request.status,
  updatedAt: now,
  version: request.version + 1,
})

/** One driver's share of the way; open for the current driver. */
export type Assignment = {
  readonly driverEmail: string
  readonly startStatus: RequestStatus
  readonly endStatus: RequestStatus | null
}

/**
 * §4.2: a driver replaced before anything moved leaves no trace in the history; otherwise his share ends here. The
 * status is the one the link leads to (ruling AMB-112); the same driver goes on as he was (AMB-113). A share that has
 * ended stays: the bank refused the order meanwhile.
 */
export function reassign(
  history: readonly Assignment[],
  driverEmail: string,
  status: RequestStatus,
): Assignment[] {
  const last = history.at(-1)
  const begun = { driverEmail, startStatus: status, endStatus: null }
  if (!last || last.endStatus !== null) return [...history, begun]
  if (last.driverEmail === driverEmail) return [...history]
  const before = history.slice(0, -1)
  if (last.startStatus === status) return [...before, begun]
  return [...before, { ...last, endStatus: status }, begun]
}

/** The order is nobody's to carry from this status on. */
export const endShare = (history: readonly Assignment[], status: RequestStatus): Assignment[] =>
  history.map((one) => (one.endStatus === null ? { ...one, endStatus: status } : one))
