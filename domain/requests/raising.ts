import { z } from 'zod'
import { BloodGroup, ComponentCode, componentCodes } from '../basics/blood.ts'
import { Sex } from '../basics/person.ts'
import { no } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'
import {
  dayOf,
  days,
  daysBetween,
  hours,
  instantOf,
  later,
  minuteOfDay,
  minutes,
  showDay,
  showTime,
  timeOf,
  wholeMinute,
} from '../basics/time.ts'
import { type BloodRequest, noHands, OrderType } from './request.ts'
import type { RequestRefusal } from './words.ts'

export const unitLimits = { min: 1, max: 30 } // §9
export const ageLimits = { min: 0, max: 120 } // §9
const lastDay = 7 // §3.4: pickup days are 0 to 7 from today
const lastDayCloses = 21 * 60 // §5.1: on the last day a pickup must be before 21:00
const pickupLead = minutes(30) // §9
const deliveryTime = hours(3) // §9
/** §5.1: when Single Donor Platelets are offered, both times included. */
const sdpHours = { from: '08:00', to: '16:30' }
/** `8:00 am`. */
export const sdpClock = (end: keyof typeof sdpHours): string =>
  showTime(instantOf('2026-01-01', sdpHours[end]))

export const reservationHourChoices = [6, 12, 18, 24, 30, 36, 42, 48] as const // §3.4

/**
 * What the raise form holds, and what crosses the wire. A wrong or missing value counts as empty, so that the answer
 * is the alert of §5.1; only a text that is too long is refused by the shape (ruling AMB-198).
 */
export const RaiseDraft = z.strictObject({
  patientName: text(120),
  age: orEmpty(z.number()),
  patientId: text(60),
  sex: orEmpty(Sex),
  bloodGroup: orEmpty(BloodGroup),
  component: orEmpty(ComponentCode),
  units: orEmpty(z.number()),
  orderType: orEmpty(OrderType),
  pickupAt: instant(),
  deadlineAt: instant(),
  reservationHours: orEmpty(z.literal(reservationHourChoices)),
  reason: text(500),
})
export type RaiseDraft = z.infer<typeof RaiseDraft>

function text(max: number) {
  return z.string().default('').catch('').pipe(line(max))
}

function orEmpty<Shape extends z.ZodType>(shape: Shape) {
  return z.union([shape, z.null()]).default(null).catch(null)
}

/** A day is reckoned with as a text of four year digits, so an instant outside them counts as empty. */
function instant() {
  const sane = z.date().min(new Date('1970-01-01T00:00:00Z')).max(new Date('9998-12-31T23:59:59Z'))
  const written = z.iso.datetime({ offset: true }).transform((iso) => new Date(iso))
  return orEmpty(z.union([sane, written.pipe(sane)]))
}

export const emptyDraft: RaiseDraft = {
  patientName: '',
  age: null,
  patientId: '',
  sex: null,
  bloodGroup: null,
  component: null,
  units: null,
  orderType: null,
  pickupAt: null,
  deadlineAt: null,
  reservationHours: null,
  reason: '',
}

/** §5.1: an immediate deadline left open is pickup + 3 h; a reservation's is always pickup + its hours. */
export function withDeadline(draft: RaiseDraft): RaiseDraft {
  const { orderType, pickupAt, deadlineAt, reservationHours } = draft
  if (pickupAt === null) return draft
  if (orderType === 'immediate' && deadlineAt === null) {
    return { ...draft, deadlineAt: later(pickupAt, deliveryTime) }
  }
  if (orderType === 'reservation' && reservationHours !== null) {
    return { ...draft, deadlineAt: later(pickupAt, hours(reservationHours)) }
  }
  return draft
}

/** What is asked about: all of a new request, and of an amended one what changed. */
type TimesAsked = { readonly isPickup: boolean; readonly isDeadline: boolean; readonly isSdp: boolean }
const allAsked: TimesAsked = { isPickup: true, isDeadline: true, isSdp: true }

/** §5.1, in its order: the first objection is the one shown (ruling AMB-44). */
export function whyNotRaise(typed: RaiseDraft, now: Date, asked = allAsked): RequestRefusal | null {
  const draft = withDeadline(typed)
  if (draft.units === null || !Number.isInteger(draft.units)) return no('units-not-a-number', 'units')
  if (!isComplete(draft)) return no('form-incomplete', missingIn(draft))
  if (draft.units < unitLimits.min) return no('no-units', 'units')
  if (draft.units > unitLimits.max) return no('too-many-units', 'units')
  if (!isAge(draft.age)) return no('invalid-age', 'age')
  return whyNotTimes(draft, now, asked) ?? (asked.isSdp ? whyNotSdp(draft, now) : null)
}

/** A reservation's deadline follows from its hours, so only an immediate one can be wrong. */
function whyNotTimes(
  draft: CompleteDraft,
  now: Date,
  { isPickup, isDeadline }: TimesAsked,
): RequestRefusal | null {
  const { pickupAt, deadlineAt } = draft
  const isImmediate = isDeadline && draft.orderType === 'immediate'
  if (isPickup && pickupAt < now) return no('pickup-passed', 'pickupAt')
  if (isImmediate && deadlineAt < now) return no('deadline-passed', 'deadlineAt')
  // a pickup has no seconds, so neither may now: 10:30 chosen at 10:00:40 is 30 minutes ahead (ruling AMB-07)
  if (isPickup && pickupAt < later(wholeMinute(now), pickupLead)) return no('pickup-too-soon', 'pickupAt')
  if (isImmediate && deadlineAt < later(pickupAt, deliveryTime)) return no('deadline-too-soon', 'deadlineAt')
  if (isPickup && isPickupTooLate(pickupAt, now)) return no('pickup-too-late', 'pickupAt')
  if (isImmediate && daysBetween(now, deadlineAt) > lastDay) return no('deadline-too-late', 'deadlineAt')
  return null
}

/** Ruling AMB-09: the limit is a day of the calendar, not 168 hours. */
function isPickupTooLate(pickupAt: Date, now: Date): boolean {
  const day = daysBetween(now, pickupAt)
  return day > lastDay || (day === lastDay && minuteOfDay(pickupAt) >= lastDayCloses)
}

function whyNotSdp(draft: CompleteDraft, now: Date): RequestRefusal | null {
  return draft.component === 'SDP' && !sdpOffered(now) ? no('sdp-closed', 'component') : null
}

export function sdpOffered(now: Date): boolean {
  const time = timeOf(now)
  return sdpHours.from <= time && time <= sdpHours.to
}

export const componentsOffered = (now: Date): ComponentCode[] =>
  componentCodes.filter((code) => code !== 'SDP' || sdpOffered(now))

type CompleteDraft = Pick<RaiseDraft, 'reservationHours'> & {
  [Field in Exclude<keyof RaiseDraft, 'reservationHours'>]: NonNullable<RaiseDraft[Field]>
}

const isComplete = (draft: RaiseDraft): draft is CompleteDraft => missingIn(draft) === undefined

/** The first empty field, in the form's order. Age 0 is not empty: babies are patients (ruling AMB-39). */
function missingIn(draft: RaiseDraft): keyof RaiseDraft | undefined {
  return formOrder.find((field) => {
    if (field === 'reservationHours' && draft.orderType !== 'reservation') return false
    return isEmpty(draft[field])
  })
}

function isEmpty(value: string | number | Date | null): boolean {
  if (typeof value === 'string') return isBlank(value)
  if (value instanceof Date) return Number.isNaN(value.getTime())
  return value === null
}

const formOrder = [
  'patientName',
  'age',
  'patientId',
  'sex',
  'bloodGroup',
  'component',
  'units',
  'orderType',
  'pickupAt',
  'reservationHours',
  'deadlineAt',
  'reason',
] as const satisfies (keyof RaiseDraft)[]

const isAge = (age: number): boolean => Number.isInteger(age) && ageLimits.min <= age && age <= ageLimits.max

/** §5.1: leaving the age field puts an age that is out of range back to the nearest one. */
export const clampAge = (age: number): number => Math.min(ageLimits.max, Math.max(ageLimits.min, age))

/** What a draft asks for, once nothing speaks against it. */
export function askedIn(typed: RaiseDraft): Omit<CompleteDraft, 'reservationHours'> {
  const draft = withDeadline(typed)
  if (!isComplete(draft)) throw new Error(`${missingIn(draft)} is empty; whyNotRaise was not asked`)
  const { reservationHours: _, ...asked } = draft
  return asked
}

/** The new request of a draft that nothing speaks against. */
export function raise(
  typed: RaiseDraft,
  by: { id: string; hospitalId: string; accountId?: string; now: Date },
): BloodRequest {
  return {
    ...askedIn(typed),
    id: by.id,
    hospitalId: by.hospitalId,
    status: 'pending',
    deliveryStatus: '-',
    bankId: null,
    driverEmail: null,
    note: '-',
    raisedAt: by.now,
    updatedAt: by.now,
    approvedAt: null,
    deliveredAt: null,
    isLate: false,
    deliveryTemperature: null,
    linkedAt: null,
    firstCompletedAt: null,
    refusedBy: [],
    expired: false,
    invoiceKind: 'NORMAL',
    hospitalInvoicePath: null,
    bankInvoicePath: null,
    regeneratingUntil: null,
    ...noHands,
    raisedBy: by.accountId ?? null,
    version: 1,
  }
}

/** What is left to fill in the form after a pickup was chosen, before that pickup would be too soon. */
const fillingIn = minutes(3)
const everyFive = minutes(5)

/** The times offered for one press (ruling AMB-257): the earliest that can still be sent in time, and the half hour after. */
export function pickupsOffered(now: Date): [earliest: Date, next: Date] {
  const earliest = roundedUp(later(now, pickupLead + fillingIn), everyFive)
  return [earliest, roundedUp(later(earliest, minutes(30)), minutes(30))]
}

const roundedUp = (at: Date, ms: number): Date => new Date(Math.ceil(at.getTime() / ms) * ms)

type DayChoice = { value: string; label: string }

/** §3.4: today and the seven days after it, in India. */
export function pickupDayChoices(now: Date): DayChoice[] {
  return Array.from({ length: lastDay + 1 }, (_, ahead) => {
    const at = later(now, days(ahead))
    const label = showDay(at)
    const name = ['Today', 'Tomorrow'][ahead]
    return { value: dayOf(at), label: name ? label.replace(/^[^,]*/, name) : label }
  })
}

/** On the last day a pickup must be before 21:00: then its deadline is on that day too. */
export const isAfterLastDay = (day: string, now: Date): boolean => day > dayOf(later(now, days(lastDay)))

/** §5.1: no deadline day before the pickup's. */
export const deadlineDayChoices = (now: Date, pickupDay: string | null): DayChoice[] =>
  pickupDayChoices(now).filter(({ value }) => pickupDay === null || value >= pickupDay)
