/** Every refusal as FHIR says it: what kind it is, at which element, in the words that the screens have. */
import type { Refusal, Wording } from '../basics/refusal.ts'
import type { floodWords } from '../requests/flooding.ts'
import type { RaiseDraft } from '../requests/raising.ts'
import type { requestWords } from '../requests/words.ts'
import { extensions, systems } from './systems.ts'

/** What only somebody who writes FHIR can do wrong. */
export const fhirWords = {
  'no-placer-identifier': {
    title: 'Identifier Missing',
    text: 'Please give your own number of this order, with the system it is of: by it the same order sent twice is one order.',
  },
  'placer-too-long': {
    title: 'Identifier Too Long',
    text: 'Please use at most 200 characters for the system and 100 for the value.',
  },
  'placer-system': {
    title: 'Invalid Identifier',
    text: 'The system of your number is an address or a urn: it has no blanks.',
  },
  'placer-used': {
    title: 'Already Sent',
    text: 'Your number of this order was used for another order before: {id}.',
    conflict: true,
  },
  'placer-changed': {
    title: 'Another Identifier',
    text: 'The number of an order cannot be changed. Please send it as it was, or leave it out.',
  },
  'status-not-taken': {
    title: 'Status Not Taken',
    text: 'An order is sent as draft or active, and withdrawn as revoked. Every other status is set here.',
  },
  'replaces-not-taken': {
    title: 'Replacement Not Taken',
    text: 'Which order another replaces is said here, by "Cancel and raise again". Please send it as it was told, or leave it out.',
  },
  'id-differs': { title: 'Another Resource', text: 'The id in the resource is not the one in the address.' },
  'several-patients': { title: 'Several Patients', text: 'An order is for one patient.' },
  'patient-not-here': {
    title: 'Patient Missing',
    text: 'Please send the patient with the order: as a contained Patient, or by an identifier. Patients are not kept here by themselves.',
  },
  'unknown-system': {
    title: 'Unknown Code System',
    text: 'Please use a code of {system}.',
  },
  'unknown-code': { title: 'Unknown Code', text: '{code} is no code of {system}.' },
  'unknown-extension': {
    title: 'Unknown Extension',
    text: '{url} is no extension of ours here. Please look at its name again.',
  },
  'several-extensions': { title: 'Told Twice', text: 'Please send the extension {url} once.' },
  'extension-value': { title: 'Another Value', text: 'Please send the extension {url} as {type}.' },
  'several-codes': { title: 'Several Codes', text: 'Please use one code of {system}.' },
  'unknown-status': {
    title: 'Unknown Status',
    text: 'Please use statuses of R4, divided by commas: draft, active, on-hold, revoked, completed, entered-in-error, unknown.',
  },
  'not-an-instant': {
    title: 'Invalid Date/Time',
    text: 'Please give the day, the time and the zone, as in 2026-11-16T10:30:00+05:30.',
  },
  'not-a-day': { title: 'Invalid Date', text: 'Please give the day of birth, as in 1984-05-27.' },
  'not-abha': {
    title: 'Invalid ABHA Number',
    text: 'An ABHA number has 14 digits, with or without dashes or blanks. Please look at it again.',
  },
  'too-long': { title: 'Too Long', text: 'Please use at most {most} characters.' },
  'if-match-missing': {
    title: 'Version Missing',
    text: 'Please say with If-Match which version you saw, as its ETag has it.',
  },
  'if-match-unreadable': {
    title: 'Version Unreadable',
    text: 'If-Match has to be one ETag, as in W/"3".',
  },
  'only-json': {
    title: 'Only JSON',
    text: 'Answers are in JSON alone. Please accept application/fhir+json.',
  },
} satisfies Record<string, Wording>
export type FhirRefusal = Refusal<keyof typeof fhirWords>

/** https://hl7.org/fhir/R4/valueset-issue-type.html, as far as it is used. */
type IssueType =
  | 'invalid'
  | 'structure'
  | 'required'
  | 'value'
  | 'invariant'
  | 'login'
  | 'forbidden'
  | 'not-supported'
  | 'duplicate'
  | 'not-found'
  | 'too-long'
  | 'code-invalid'
  | 'business-rule'
  | 'conflict'
  | 'transient'
  | 'exception'
  | 'throttled'

const cancelReason = `ServiceRequest.extension('${extensions.statusReason}').value`

type Line = {
  readonly code: IssueType
  /** Where the refusal itself does not say it, or says it of another form. */
  readonly at?: string
}

type RuleCode = keyof typeof requestWords | keyof typeof floodWords | keyof typeof fhirWords

/** One line for each refusal of a rule: one without does not compile. */
const issues: Readonly<Record<RuleCode, Line>> = {
  'units-not-a-number': { code: 'value' },
  'form-incomplete': { code: 'required' },
  'no-units': { code: 'value' },
  'too-many-units': { code: 'value' },
  'invalid-age': { code: 'value' },
  'pickup-passed': { code: 'business-rule' },
  'deadline-passed': { code: 'business-rule' },
  'pickup-too-soon': { code: 'business-rule' },
  'deadline-too-soon': { code: 'business-rule' },
  'pickup-too-late': { code: 'business-rule' },
  'deadline-too-late': { code: 'business-rule' },
  'sdp-closed': { code: 'business-rule' },
  'sdp-not-approvable': { code: 'business-rule' },
  'subscription-ended': { code: 'business-rule' },
  'approving-blocked': { code: 'business-rule' },
  'four-eyes': { code: 'business-rule' },
  'already-decided': { code: 'conflict', at: 'ServiceRequest.status' },
  'amend-instead': { code: 'business-rule', at: 'ServiceRequest.status' },
  'not-cancellable': { code: 'conflict', at: 'ServiceRequest.status' },
  'no-reason': { code: 'required', at: cancelReason },
  'reason-too-long': { code: 'too-long', at: cancelReason },
  'no-delivery-status': { code: 'required' },
  'not-amendable': { code: 'conflict', at: 'ServiceRequest.status' },
  'nothing-amended': { code: 'business-rule', at: 'ServiceRequest' },
  'changed-meanwhile': { code: 'conflict', at: 'ServiceRequest.meta.versionId' },
  'too-many-raises': { code: 'throttled' },
  'no-placer-identifier': { code: 'required', at: 'ServiceRequest.identifier' },
  'placer-too-long': { code: 'too-long', at: 'ServiceRequest.identifier' },
  'placer-system': { code: 'value', at: 'ServiceRequest.identifier' },
  'placer-used': { code: 'duplicate', at: 'ServiceRequest.identifier' },
  'placer-changed': { code: 'conflict', at: 'ServiceRequest.identifier' },
  'status-not-taken': { code: 'business-rule', at: 'ServiceRequest.status' },
  'replaces-not-taken': { code: 'not-supported', at: 'ServiceRequest.replaces' },
  'id-differs': { code: 'invalid', at: 'ServiceRequest.id' },
  'several-patients': { code: 'invariant', at: 'ServiceRequest.contained' },
  'patient-not-here': { code: 'not-supported', at: 'ServiceRequest.subject' },
  'unknown-system': { code: 'code-invalid' },
  'unknown-code': { code: 'code-invalid' },
  'several-codes': { code: 'code-invalid' },
  'unknown-extension': { code: 'not-supported' },
  'several-extensions': { code: 'invariant' },
  'extension-value': { code: 'value' },
  'unknown-status': { code: 'code-invalid' },
  'not-an-instant': { code: 'value' },
  'not-a-day': { code: 'value' },
  'not-abha': { code: 'value' },
  'too-long': { code: 'too-long' },
  'if-match-missing': { code: 'required', at: 'http.If-Match' },
  'if-match-unreadable': { code: 'value', at: 'http.If-Match' },
  'only-json': { code: 'not-supported' },
}

export const refusalCodes = Object.keys(issues)

const patient = 'ServiceRequest.contained.ofType(Patient)'

/** Where a field of the form stands. */
export const fieldPlaces: Readonly<Record<keyof RaiseDraft, string>> = {
  patientName: `${patient}.name`,
  age: `${patient}.birthDate`,
  patientId: `${patient}.identifier`,
  sex: `${patient}.gender`,
  bloodGroup: 'ServiceRequest.orderDetail',
  component: 'ServiceRequest.code',
  units: 'ServiceRequest.quantityQuantity.value',
  orderType: 'ServiceRequest.category',
  pickupAt: 'ServiceRequest.occurrencePeriod.start',
  deadlineAt: 'ServiceRequest.occurrencePeriod.end',
  reservationHours: 'ServiceRequest.occurrencePeriod.end',
  reason: 'ServiceRequest.reasonCode',
}

/** The same of a patient who is named by an identifier, and not contained. */
const subjectPlaces: Readonly<Record<string, string>> = {
  patientName: 'ServiceRequest.subject.display',
  age: `ServiceRequest.subject.extension('${extensions.age}').value`,
  patientId: 'ServiceRequest.subject.identifier',
  sex: `ServiceRequest.subject.extension('${extensions.gender}').value`,
}

/** A refusal of the form at the element that its sender wrote, or left out. */
export const atSubject = <Said extends { readonly field?: string | undefined }>(
  said: Said,
  { contained = [] }: { readonly contained?: readonly unknown[] | undefined },
): Said => {
  const at = contained.length > 0 ? undefined : subjectPlaces[said.field ?? '']
  return at === undefined ? said : { ...said, field: at }
}

/** What is no rule's: by its status. */
const byStatus: Readonly<Record<number, IssueType>> = {
  400: 'structure',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  405: 'not-supported',
  409: 'conflict',
  412: 'conflict',
  413: 'too-long',
  415: 'not-supported',
  422: 'invalid',
  429: 'throttled',
  503: 'transient',
}

type Said = {
  readonly code: string
  readonly title: string
  readonly text: string
  readonly field?: string | undefined
}

const lineOf = (code: string): Line | undefined =>
  Object.hasOwn(issues, code) ? issues[code as RuleCode] : undefined

/** The same refusal, for whoever reads FHIR. */
export function outcomeOf(status: number, { code, title, text, field }: Said) {
  const line = lineOf(code)
  const at = line?.at ?? (field === undefined ? undefined : placeOf(field))
  return {
    resourceType: 'OperationOutcome' as const,
    issue: [
      {
        severity: 'error' as const,
        code: line?.code ?? byStatus[status] ?? 'exception',
        details: { coding: [{ system: systems.refusal, code, display: title }], text },
        ...(at === undefined ? {} : { expression: [at] }),
      },
    ],
  }
}

/** A field of the form, an element of what was sent (`resource.code.coding.0`), or a name in the address. */
function placeOf(field: string): string {
  if (Object.hasOwn(fieldPlaces, field)) return fieldPlaces[field as keyof RaiseDraft]
  if (field.startsWith('ServiceRequest')) return field
  // a name that somebody made up may be as long as what was sent
  const [first, ...rest] = field.slice(0, 200).toWellFormed().split('.')
  if (first !== 'resource') return `http.${field.slice(0, 200).toWellFormed()}`
  return rest.reduce(
    (path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : `${path}.${name}`),
    'ServiceRequest',
  )
}
