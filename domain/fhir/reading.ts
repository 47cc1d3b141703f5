/** An order as it was sent, turned into what the form holds: the rules of §5.1 are then asked of that. */
import type { z } from 'zod'
import { BagAttribute, Bombay } from '../bags/kinds.ts'
import { abhaNumber } from '../basics/abha.ts'
import { BloodGroup, ComponentCode } from '../basics/blood.ts'
import type { Sex } from '../basics/person.ts'
import { no } from '../basics/refusal.ts'
import { isBlank, tidy } from '../basics/text.ts'
import { dayOf, hours } from '../basics/time.ts'
import { MoreForBank } from '../matching/needs.ts'
import { RaiseDraft, reservationHourChoices } from '../requests/raising.ts'
import { OrderType } from '../requests/request.ts'
import { type FhirRefusal, fieldPlaces } from './refusals.ts'
import type { Concept, Extension, Identifier, Patient, ServiceRequestIn } from './shapes.ts'
import { abhaSystems, canonical, extensions, moreExtensions, numbers, others, systems } from './systems.ts'

/** The number that an order has where it comes from. */
export type Placer = { readonly system: string; readonly value: string }

export type Sent = { draft: RaiseDraft; more: MoreForBank; placer: Placer | null }

const sexOf: Readonly<Record<string, Sex | null>> = {
  male: 'Male',
  female: 'Female',
  other: 'Others',
  unknown: null,
}
const transfusedBefore = ['yes', 'no', 'unknown'] as const

/** Their own number: said to be it, or else the first that is not ours. */
export function placerOf({ identifier = [] }: Pick<ServiceRequestIn, 'identifier'>): Placer | null {
  const theirs = identifier.flatMap((one) => {
    const [system, value] = [tidy(one.system ?? ''), tidy(one.value ?? '')]
    return isBlank(system) || isBlank(value) || system === numbers.request ? [] : [{ ...one, system, value }]
  })
  const found = theirs.find((one) => codesIn(one.type, others.identifierType).includes('PLAC')) ?? theirs[0]
  return found ? { system: found.system, value: found.value } : null
}

/** What cannot be read; what can be is held against §5.1 next. */
export function whyNotRead(sent: ServiceRequestIn): FhirRefusal | null {
  const { system = '', value = '' } = placerOf(sent) ?? {}
  if (system.length > 200 || value.length > 100) return no('placer-too-long')
  // what is told again as it was sent has to be an address of R4
  if (/\s/.test(system)) return no('placer-system')
  return (
    whyNotPatient(sent) ??
    whyNotExtensions(sent) ??
    whyNotCodes(sent) ??
    whyNotTimes(sent) ??
    whyNotTexts(sent)
  )
}

export const whyNotPlaced = (sent: ServiceRequestIn): FhirRefusal | null =>
  placerOf(sent) === null ? no('no-placer-identifier') : null

/** Raised or amended it is; everything else is said by those who act here. */
export const whyNotSo = ({ status }: Pick<ServiceRequestIn, 'status'>): FhirRefusal | null =>
  status === 'draft' || status === 'active' ? null : no('status-not-taken')

/** In whose place an order stands is decided here: told as it was read, or not at all. `known`: the order that it replaces. */
export const whyNotReplacing = (
  { replaces = [] }: Pick<ServiceRequestIn, 'replaces'>,
  known: string | null,
): FhirRefusal | null =>
  replaces.every(({ reference }) => known !== null && reference === `ServiceRequest/${known}`)
    ? null
    : no('replaces-not-taken')

function whyNotPatient({ contained = [], subject }: ServiceRequestIn): FhirRefusal | null {
  if (contained.length > 1) return no('several-patients')
  const [patient] = contained
  const wrong = whyNotAbha(patient?.identifier ?? [], (at) => `ServiceRequest.contained[0].identifier[${at}]`)
  const named = subject.identifier ? [subject.identifier] : []
  const refusal = wrong ?? whyNotAbha(named, () => 'ServiceRequest.subject.identifier')
  if (refusal) return refusal
  if (patient?.birthDate !== undefined && !isDay(patient.birthDate)) return no('not-a-day', fieldPlaces.age)
  if (subject.reference === undefined) return patient || subject.identifier ? null : no('patient-not-here')
  const isInside = patient?.id !== undefined && subject.reference === `#${patient.id}`
  return isInside ? null : no('patient-not-here')
}

/** One that is wrong is refused though another number stands beside it: it is somebody else's, or nobody's. */
function whyNotAbha(identifiers: readonly Identifier[], place: (at: number) => string): FhirRefusal | null {
  const at = identifiers.findIndex(
    (one) => isAbha(one) && one.value !== undefined && abhaNumber(one.value) === null,
  )
  return at < 0 ? null : no('not-abha', `${place(at)}.value`)
}

const asText = {
  type: 'valueString',
  has: (one: Extension) => (one.valueString ?? one.valueCode) !== undefined,
}
const asCode = (type: string, known: readonly string[]) => ({
  type,
  has: (one: Extension) => known.includes(one.valueCode ?? one.valueString ?? ''),
})
type Value = ReturnType<typeof asCode>

const ofPatient: Readonly<Record<string, Value>> = {
  [extensions.age]: { type: 'valueAge', has: ({ valueAge }) => valueAge?.value !== undefined },
  [extensions.gender]: asCode('valueCode: male, female, other or unknown', Object.keys(sexOf)),
}
const ofOrder: Readonly<Record<string, Value>> = {
  ...Object.fromEntries(Object.values(moreExtensions).map((url) => [url, asText])),
  [moreExtensions.transfusedBefore]: asCode('valueCode: yes, no or unknown', transfusedBefore),
  // told by us, and taken back with the rest of what was read
  [extensions.bombay]: asCode('valueCode: Oh+ or Oh-', Bombay.options),
  [extensions.replacedBy]: { type: 'valueReference', has: () => true },
}

/** Of ours one that is misspelt, told twice or of another type would be missed (ruling AMB-413). */
function whyNotExtensions({ extension, contained: [patient] = [], subject }: ServiceRequestIn) {
  const places: [string, readonly Extension[] | undefined, Readonly<Record<string, Value>>][] = [
    ['ServiceRequest', extension, ofOrder],
    ['ServiceRequest.contained[0]', patient?.extension, ofPatient],
    ['ServiceRequest.subject', subject.extension, ofPatient],
  ]
  for (const [place, said = [], known] of places) {
    const ours = said.filter(({ url }) => url.startsWith(`${canonical}/`))
    for (const one of ours) {
      const at = `${place}.extension[${said.indexOf(one)}]`
      const [value, url] = [known[one.url], one.url.slice(0, 200)]
      if (!value) return no('unknown-extension', at, { url })
      if (ours.filter(({ url: other }) => other === one.url).length > 1)
        return no('several-extensions', at, { url })
      if (!value.has(one)) return no('extension-value', at, { url, type: value.type })
    }
  }
  return null
}

/** Which codes stand where, and whether one of ours has to: what is not understood there would be missed. */
const coded = [
  { at: 'category', systems: { [systems.orderType]: OrderType }, isAlways: false },
  { at: 'code', systems: { [systems.component]: ComponentCode }, isAlways: true },
  {
    at: 'orderDetail',
    systems: { [systems.bloodGroup]: BloodGroup, [systems.need]: BagAttribute },
    isAlways: true,
  },
] as const satisfies {
  at: keyof ServiceRequestIn
  systems: Record<string, z.ZodEnum>
  isAlways: boolean
}[]

function whyNotCodes(sent: ServiceRequestIn): FhirRefusal | null {
  for (const { at, systems: known, isAlways } of coded) {
    const concepts: readonly Concept[] = [sent[at] ?? []].flat()
    for (const [index, concept] of concepts.entries()) {
      const place = at === 'code' ? 'ServiceRequest.code' : `ServiceRequest.${at}[${index}]`
      const refusal = whyNotCode(concept, known, { place, isAlways })
      if (refusal) return refusal
    }
    for (const system of Object.keys(known)) {
      const isOne = system !== systems.need
      const codes = new Set(concepts.flatMap((concept) => codesIn(concept, system)))
      if (isOne && codes.size > 1) return no('several-codes', `ServiceRequest.${at}`, { system })
    }
  }
  return null
}

function whyNotCode(
  concept: Concept,
  known: Readonly<Record<string, z.ZodEnum>>,
  { place, isAlways }: { place: string; isAlways: boolean },
): FhirRefusal | null {
  const ours = (concept.coding ?? []).filter(({ system = '' }) => Object.hasOwn(known, system))
  for (const { system = '', code = '' } of ours)
    if (!known[system]?.safeParse(code).success)
      return no('unknown-code', place, { system, code: tidy(code).slice(0, 60) || 'Nothing' })
  const [system = ''] = Object.keys(known)
  return ours.length === 0 && isAlways ? no('unknown-system', place, { system }) : null
}

function whyNotTimes({ occurrencePeriod: { start, end } = {} }: ServiceRequestIn): FhirRefusal | null {
  if (start !== undefined && instantIn(start) === null) return no('not-an-instant', fieldPlaces.pickupAt)
  return end !== undefined && instantIn(end) === null ? no('not-an-instant', fieldPlaces.deadlineAt) : null
}

/** As the form refuses them: never cut. */
function whyNotTexts(sent: ServiceRequestIn): FhirRefusal | null {
  const draft = RaiseDraft.safeParse(draftIn(sent, new Date(0)))
  const more = MoreForBank.safeParse(moreIn(sent))
  const [issue] = [...(draft.error?.issues ?? []), ...(more.error?.issues ?? [])]
  if (!issue) return null
  const field = String(issue.path[0])
  const place = draft.success ? extensionAt(field) : field
  return no('too-long', place, { most: issue.code === 'too_big' ? Number(issue.maximum) : 5 })
}

const extensionAt = (field: string): string =>
  field in moreExtensions
    ? `ServiceRequest.extension('${moreExtensions[field as keyof typeof moreExtensions]}').value`
    : 'ServiceRequest.orderDetail'

/** What the form would hold; asked once nothing speaks against reading it. */
export const sentIn = (sent: ServiceRequestIn, now: Date): Sent => ({
  draft: RaiseDraft.parse(draftIn(sent, now)),
  more: MoreForBank.parse(moreIn(sent)),
  placer: placerOf(sent),
})

function draftIn(sent: ServiceRequestIn, now: Date): RaiseDraft {
  const { code, category = [], orderDetail = [], quantityQuantity, occurrencePeriod, reasonCode = [] } = sent
  const orderType = oneOf(OrderType, category, systems.orderType)
  const pickupAt = instantIn(occurrencePeriod?.start)
  const end = instantIn(occurrencePeriod?.end)
  const isReserved = orderType === 'reservation'
  return {
    ...patientIn(sent, now),
    bloodGroup: oneOf(BloodGroup, orderDetail, systems.bloodGroup),
    component: oneOf(ComponentCode, code ? [code] : [], systems.component),
    units: quantityQuantity?.value ?? null,
    orderType,
    pickupAt,
    // a reservation's follows from its hours
    deadlineAt: isReserved ? null : end,
    reservationHours: isReserved && pickupAt && end ? hoursBetween(pickupAt, end) : null,
    reason: reasonCode.map(textOf).filter(Boolean).join('; '),
  }
}

const hoursBetween = (from: Date, to: Date) =>
  reservationHourChoices.find((choice) => hours(choice) === to.getTime() - from.getTime()) ?? null

type Person = Pick<RaiseDraft, 'patientName' | 'patientId' | 'age' | 'sex'>

function patientIn({ contained: [patient] = [], subject }: ServiceRequestIn, now: Date): Person {
  if (patient)
    return {
      patientName: nameOf(patient),
      patientId: patientIdOf(patient.identifier ?? []),
      age: ageIn(patient.extension) ?? ageOf(patient.birthDate, now),
      sex: sexOf[patient.gender ?? ''] ?? null,
    }
  const gender = extensionIn(subject.extension, extensions.gender)?.valueCode ?? ''
  return {
    patientName: subject.display ?? '',
    patientId: subject.identifier ? patientIdOf([subject.identifier]) : '',
    age: ageIn(subject.extension),
    sex: sexOf[gender] ?? null,
  }
}

function nameOf({ name = [] }: Patient): string {
  const chosen = name.find(({ use }) => use === 'official') ?? name[0]
  return chosen?.text ?? [...(chosen?.given ?? []), chosen?.family ?? ''].filter(Boolean).join(' ')
}

const isAbha = ({ system = '' }: Identifier) => (abhaSystems as readonly string[]).includes(system)

/** The hospital's own; a health number, as on its card, where there is no other. */
function patientIdOf(identifiers: readonly Identifier[]): string {
  const own = identifiers.filter((one) => !isAbha(one))
  const typed = own.find(({ type }) => codesIn(type, others.identifierType).includes('MR'))
  const chosen = typed ?? own[0] ?? identifiers[0]
  const value = chosen?.value ?? ''
  return chosen && isAbha(chosen) ? (abhaNumber(value) ?? value) : value
}

const ageIn = (said: readonly Extension[] | undefined): number | null =>
  extensionIn(said, extensions.age)?.valueAge?.value ?? null

/** Whole years by the calendar of India; of a month or a year alone, since its first day. */
function ageOf(birthDate: string | undefined, now: Date): number | null {
  if (birthDate === undefined) return null
  const [year = '', month = '01', day = '01'] = birthDate.split('-')
  const today = dayOf(now)
  const hadBirthday = today.slice(5) >= `${month}-${day}`
  return Number(today.slice(0, 4)) - Number(year) - (hadBirthday ? 0 : 1)
}

function isDay(text: string): boolean {
  if (!/^\d{4}(-\d\d(-\d\d)?)?$/.test(text)) return false
  const [year = '', month = '01', day = '01'] = text.split('-')
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${year}-${month}-${day}`)
}

function moreIn({ extension, orderDetail = [] }: ServiceRequestIn): z.input<typeof MoreForBank> {
  const told = (field: keyof typeof moreExtensions) => {
    const said = extensionIn(extension, moreExtensions[field])
    return said?.valueString ?? said?.valueCode ?? ''
  }
  const before = told('transfusedBefore')
  const codes = new Set(orderDetail.flatMap((concept) => codesIn(concept, systems.need)))
  return {
    needs: BagAttribute.options.filter((one) => codes.has(one)),
    needsNote: told('needsNote'),
    ward: told('ward'),
    bed: told('bed'),
    doctor: told('doctor'),
    diagnosis: told('diagnosis'),
    transfusedBefore: transfusedBefore.find((one) => one === before) ?? 'unknown',
  }
}

/** Why it is withdrawn, by the extension that FHIR has for it. */
export function cancelReasonIn({ extension }: ServiceRequestIn): string {
  const said = extensionIn(extension, extensions.statusReason)
  return said?.valueCodeableConcept ? textOf(said.valueCodeableConcept) : (said?.valueString ?? '')
}

const extensionIn = (said: readonly Extension[] | undefined, url: string): Extension | undefined =>
  said?.find((one) => one.url === url)

const codesIn = (concept: Concept | undefined, system: string): string[] =>
  (concept?.coding ?? []).flatMap((coding) =>
    coding.system === system && coding.code !== undefined ? [coding.code] : [],
  )

function oneOf<One extends string>(
  shape: { safeParse(code: unknown): { success: boolean; data?: One } },
  concepts: readonly Concept[],
  system: string,
): One | null {
  const [code] = concepts.flatMap((concept) => codesIn(concept, system))
  return shape.safeParse(code).data ?? null
}

const textOf = ({ text, coding: [first] = [] }: Concept): string =>
  text ?? first?.display ?? first?.code ?? ''

/** With its zone; a day or a wall clock alone says no instant. */
const instantShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

function instantIn(text: string | undefined): Date | null {
  if (text === undefined || !instantShape.test(text)) return null
  const at = new Date(text)
  // the thirtieth of February would become the second of March
  const isDate = !Number.isNaN(at.getTime()) && isDay(text.slice(0, 10))
  return isDate ? at : null
}
