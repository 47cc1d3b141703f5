import { type EventKind, eventKinds, events, isEventKind, mayRead } from './events.ts'
import type { Fact } from './fact.ts'

/** Who looks into the trail: each organisation into its own, the provider into all but donors' forms. */
export const auditReaders = ['hospital', 'bank', 'provider'] as const
export type AuditReader = (typeof auditReaders)[number]

/** What a person looks for, in the order of an order's life. */
export const auditGroups = {
  raised: 'Raised',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  linked: 'Linked',
  step: 'Step',
  status: 'Status',
  picture: 'Picture',
  invoice: 'Invoice',
  opened: 'Opened',
  download: 'Download',
  'signed-in': 'Signed in',
  person: 'Person',
  setting: 'Setting',
  stock: 'Stock',
  bag: 'Bag',
  camp: 'Camp',
  'donor-form': 'Donor form',
  message: 'Message',
} as const
export type AuditGroup = keyof typeof auditGroups

const isAuditGroup = (text: string): text is AuditGroup => Object.hasOwn(auditGroups, text)

type Looks = { readonly group: AuditGroup; readonly readers: readonly AuditReader[] }

/** A kind that is new goes by its subject; a subject that is new is the provider's, until it stands here. */
const bySubject: Record<string, Looks> = {
  request: { group: 'status', readers: auditReaders },
  issuing: { group: 'linked', readers: ['bank', 'provider'] },
  regeneration: { group: 'invoice', readers: ['provider'] },
  picture: { group: 'picture', readers: ['provider'] },
  raises: { group: 'message', readers: ['provider'] },
  organisation: { group: 'setting', readers: auditReaders },
  account: { group: 'person', readers: auditReaders },
  driver: { group: 'person', readers: ['provider'] },
  stock: { group: 'stock', readers: ['bank', 'provider'] },
  company: { group: 'camp', readers: ['provider'] },
  camp: { group: 'camp', readers: ['bank', 'provider'] },
  'donor-form': { group: 'donor-form', readers: ['bank'] },
  bag: { group: 'bag', readers: ['bank'] },
  donation: { group: 'bag', readers: ['bank'] },
  'bank-work': { group: 'setting', readers: ['bank'] },
  message: { group: 'message', readers: ['provider'] },
  notice: { group: 'message', readers: ['provider'] },
  export: { group: 'download', readers: ['provider'] },
  reading: { group: 'opened', readers: auditReaders },
  verification: { group: 'setting', readers: auditReaders },
  hearing: { group: 'setting', readers: auditReaders },
  key: { group: 'setting', readers: auditReaders },
  hook: { group: 'setting', readers: auditReaders },
  sample: { group: 'step', readers: ['bank'] },
  crossmatch: { group: 'step', readers: ['bank'] },
}
const unknown: Looks = { group: 'setting', readers: ['provider'] }

const byKind: Partial<Record<EventKind, Partial<Looks>>> = {
  'request-raised': { group: 'raised' },
  'request-imported': { group: 'raised' },
  'request-approved': { group: 'approved' },
  'reservation-approved': { group: 'approved' },
  'request-rejected': { group: 'rejected' },
  'request-refused': { group: 'rejected' },
  'request-cancelled': { group: 'cancelled' },
  'request-linked': { group: 'linked' },
  'delivery-step-done': { group: 'step' },
  'delivery-step-undone': { group: 'step' },
  'delivery-stopped': { group: 'step' },
  'stop-decided': { group: 'step' },
  'step-kept-aside': { group: 'step' },
  'hand-over-code-wrong': { group: 'step' },
  'bank-answered': { group: 'step' },
  'sample-accepted': { group: 'step' },
  'sample-wanted': { group: 'step' },
  'bags-issued': { group: 'step' },
  'bags-set-aside': { group: 'step' },
  'bags-received': { group: 'step' },
  'owed-result-came': { group: 'step' },
  'bag-recalled': { group: 'step' },
  'bags-misfit': { group: 'step' },
  'bags-halted': { group: 'step' },
  'hospital-invoice-made': { group: 'invoice', readers: ['hospital', 'provider'] },
  'bloodbank-invoice-made': { group: 'invoice', readers: ['bank', 'provider'] },
  'invoice-uploaded': { group: 'invoice' },
  'invoice-failed': { group: 'invoice' },
  'member-invited': { group: 'person' },
  'invitation-sent-again': { group: 'person' },
  'invitation-withdrawn': { group: 'person' },
  'signed-in': { group: 'signed-in' },
  'signed-out': { group: 'signed-in' },
  'sign-in-limited': { group: 'signed-in' },
  'backup-code-used': { group: 'signed-in' },
  'documents-exported': { group: 'download' },
  'hospital-invoice-downloaded': { group: 'download' },
  'bloodbank-invoice-downloaded': { group: 'download' },
  'donor-form-opened': { readers: ['bank'] },
  'certificate-downloaded': { group: 'download', readers: ['bank'] },
  'donor-form-exported': { group: 'download' },
  'audit-exported': { group: 'download' },
  'list-exported': { group: 'download' },
  'list-export-ended': { group: 'download' },
  'register-read': { group: 'download', readers: ['bank'] },
}

function looksOf(kind: EventKind): Looks {
  const { subject }: Fact = events[kind]
  return { ...(bySubject[subject] ?? unknown), ...byKind[kind] }
}

/** Of a kind that only another version knows nothing is told. */
export const groupOf = (kind: EventKind): AuditGroup => looksOf(kind).group

/** Of those whose event it is. `detail`: undefined while it is not known, and then what may be is let through. */
export function mayAudit(reader: AuditReader, kind: string, detail?: unknown): boolean {
  if (!isEventKind(kind) || !looksOf(kind).readers.includes(reader)) return false
  const { subject }: Fact = events[kind]
  if (subject !== 'request') return true
  if (kind === 'invoice-uploaded') return detail === undefined || isOwnInvoice(reader, detail)
  if (reader === 'provider') return true
  // a bank reads of its orders what their hospital does, and its own invoice
  return mayRead('hospital', kind, detail ?? {}) || (reader === 'bank' && kind === 'bloodbank-invoice-made')
}

function isOwnInvoice(reader: AuditReader, detail: unknown): boolean {
  if (reader === 'hospital') return mayRead('hospital', 'invoice-uploaded', detail)
  return (
    mayRead('provider', 'invoice-uploaded', detail) &&
    (reader === 'provider' || !mayRead('hospital', 'invoice-uploaded', detail))
  )
}

/** The kinds a reader may be told of, of some groups or of all. */
export const kindsFor = (reader: AuditReader, groups: readonly AuditGroup[] = []): EventKind[] =>
  eventKinds.filter(
    (kind) => mayAudit(reader, kind) && (groups.length === 0 || groups.includes(groupOf(kind))),
  )

/** Those that a reader can choose among. */
export const groupsFor = (reader: AuditReader): AuditGroup[] => {
  const theirs = new Set(kindsFor(reader).map(groupOf))
  return Object.keys(auditGroups).filter(
    (group): group is AuditGroup => isAuditGroup(group) && theirs.has(group),
  )
}

/** What a bank is quoted: its own words and what was decided about its bags. A hospital's may name a patient. */
const quotedToBanks: readonly EventKind[] = [
  'request-refused',
  'stop-decided',
  'bank-answered',
  'sample-wanted',
  'group-corrected',
  'substitution-proposed',
  'substitution-decided',
  'bags-issued',
  'bags-set-aside',
  'bags-received',
  'owed-result-came',
  'bag-recalled',
  'bags-misfit',
  'bags-halted',
]

export const mayQuote = (reader: AuditReader, kind: EventKind): boolean =>
  reader !== 'bank' || quotedToBanks.includes(kind)
