import type { OwnRequest, RequestDetail } from '#contract/requests.ts'
import { foldedId } from '#domain/basics/abha.ts'
import type { BloodGroup, ComponentCode } from '#domain/basics/blood.ts'
import type { Sex } from '#domain/basics/person.ts'
import { isBlank, tidy } from '#domain/basics/text.ts'
import { dayOf, hours, instantOf, minutes, showDay, showTime, timeOf } from '#domain/basics/time.ts'
import { isNothingMore, type MoreForBank, nothingMore } from '#domain/matching/needs.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { cameToNothing } from '#domain/requests/listing.ts'
import {
  componentsOffered,
  isAfterLastDay,
  pickupDayChoices,
  pickupsOffered,
  type RaiseDraft,
  reservationHourChoices,
  unitLimits,
  withDeadline,
} from '#domain/requests/raising.ts'
import type { OrderType, RequestStatus } from '#domain/requests/request.ts'
import { type Errors, errorsFor as errorsAt, type Marked, toFillIn } from '../../../parts/form-errors.ts'

/** The raise form as it stands on the screen: a day and a time where the draft has one instant. */
export type RaiseForm = {
  patientName: string
  patientId: string
  age: number | null
  sex: Sex | null
  bloodGroup: BloodGroup | null
  component: ComponentCode | null
  units: number | null
  reason: string
  orderType: OrderType | null
  pickupDay: string | null
  pickupTime: string
  deadlineDay: string | null
  deadlineTime: string
  reservationHours: (typeof reservationHourChoices)[number] | null
  /** Beyond the form: never empty, for nobody has to say anything (ruling AMB-222). */
  more: MoreForBank
}
export type RaiseField = keyof RaiseForm

/** In the order in which a person meets the fields. */
export const emptyForm: RaiseForm = {
  patientName: '',
  patientId: '',
  age: null,
  sex: null,
  bloodGroup: null,
  component: null,
  units: null,
  reason: '',
  orderType: null,
  pickupDay: null,
  pickupTime: '',
  deadlineDay: null,
  deadlineTime: '',
  reservationHours: null,
  more: nothingMore,
}
export const screenOrder = Object.keys(emptyForm) as RaiseField[]

export const labels: Readonly<Record<RaiseField, string>> = {
  patientName: 'Patient Name',
  patientId: 'Patient ID',
  age: 'Age',
  sex: 'Gender',
  bloodGroup: 'Blood Group',
  component: 'Component',
  units: 'Units',
  reason: 'Reason',
  orderType: 'Order Type',
  pickupDay: 'Sample Pickup Day',
  pickupTime: 'Sample Pickup Time',
  deadlineDay: 'Delivery Deadline Day',
  deadlineTime: 'Delivery Deadline Time',
  reservationHours: 'Reservation Hours',
  more: 'More for the blood bank',
}

/** As it is found: most are immediate, and for today as long as today has a time left (ruling AMB-257). */
export const readyForm = (now: Date): RaiseForm => ({
  ...emptyForm,
  orderType: 'immediate',
  pickupDay: dayOf(pickupsOffered(now)[0]),
})

/** As one that was raised before, for the same patient; its times are over (ruling AMB-297). */
export const formAgain = (
  { patientName, patientId, age, sex, bloodGroup, component, units, reason, orderType, more }: RequestDetail,
  now: Date,
): RaiseForm => ({
  ...readyForm(now),
  ...{ patientName, patientId, age, sex, bloodGroup, component, units, reason, orderType, more },
})

/** A request as the form has it, to be amended. */
export const formOf = (request: RequestDetail): RaiseForm => {
  const { patientName, patientId, age, sex, bloodGroup, component, units, reason, orderType } = request
  const { pickupAt, deadlineAt, more } = request
  const ahead = (deadlineAt.getTime() - pickupAt.getTime()) / hours(1)
  const isReservation = orderType === 'reservation'
  return {
    ...{ patientName, patientId, age, sex, bloodGroup, component, units, reason, orderType, more },
    pickupDay: dayOf(pickupAt),
    pickupTime: timeOf(pickupAt),
    deadlineDay: dayOf(deadlineAt),
    deadlineTime: timeOf(deadlineAt),
    reservationHours: isReservation ? (reservationHourChoices.find((one) => one === ahead) ?? null) : null,
  }
}

/** Whether nobody has typed or chosen anything yet. */
export const isUntouched = ({ orderType, pickupDay: _, more, ...typed }: RaiseForm): boolean =>
  orderType !== 'reservation' &&
  isNothingMore(more) &&
  Object.entries(typed).every(([field, value]) => value === emptyForm[field as RaiseField])

/** The units of each delivery, as far as the number of units makes sense. */
export function splitOf({ units }: RaiseForm): number[] {
  if (units === null || !Number.isInteger(units)) return []
  return units < unitLimits.min || units > unitLimits.max ? [] : deliveriesFor(units)
}

export function draftOf(form: RaiseForm): RaiseDraft & { more: MoreForBank } {
  const { pickupDay, pickupTime, deadlineDay, deadlineTime, ...rest } = form
  const isReservation = form.orderType === 'reservation'
  return {
    ...rest,
    pickupAt: instantIn(pickupDay, pickupTime),
    deadlineAt: isReservation ? null : instantIn(deadlineDay, deadlineTime),
    reservationHours: isReservation ? form.reservationHours : null,
  }
}

const instantIn = (day: string | null, time: string): Date | null =>
  day === null || time === '' ? null : instantOf(day, time)

/** What was typed or chosen; a changed pickup fills the deadline in anew (ruling AMB-10). */
export function changed(form: RaiseForm, change: Partial<RaiseForm>): RaiseForm {
  const next = { ...form, ...change }
  if (!('pickupDay' in change || 'pickupTime' in change)) return next
  return withDeadlineFilled({ ...next, deadlineDay: null, deadlineTime: '' })
}

/** A deadline that is not whole becomes the rule's, if the pickup is known. */
export function withDeadlineFilled(form: RaiseForm): RaiseForm {
  const { deadlineAt } = withDeadline({ ...draftOf(form), orderType: 'immediate' })
  return deadlineAt ? { ...form, deadlineDay: dayOf(deadlineAt), deadlineTime: timeOf(deadlineAt) } : form
}

/** Clears a choice that has become impossible as time went by (ruling AMB-05). */
export function withoutClosed(form: RaiseForm, now: Date): RaiseForm {
  const { component, pickupDay, deadlineDay } = form
  if (component !== null && !componentsOffered(now).includes(component)) {
    return withoutClosed({ ...form, component: null }, now)
  }
  if (pickupDay !== null && !pickupDayChoices(now).some(({ value }) => value === pickupDay)) {
    return withoutClosed(changed(form, { pickupDay: null }), now)
  }
  if (deadlineDay !== null && deadlineDay < dayOf(now)) return { ...form, deadlineDay: null }
  return form
}

/** What to say at which field. Units are looked at first (§5.1), but whatever else is empty is marked with them. */
export function errorsFor(objection: Marked, form: RaiseForm): Errors<RaiseField> {
  const gaps = toFillIn(emptyFields(form))
  const field = onScreen.get(objection.field) ?? objection.field
  const wrong = errorsAt({ ...objection, field }, screenOrder, gaps)
  return objection.code === 'units-not-a-number' ? { ...gaps, ...wrong } : wrong
}

/** The draft's instants stand on the screen as two fields; what is wrong with one is mended at its time. */
const onScreen = new Map<string | undefined, RaiseField>([
  ['pickupAt', 'pickupTime'],
  ['deadlineAt', 'deadlineTime'],
])

/** What the person touched, and what was filled in for it: neither is wrong any more. */
export const mendedBy = (before: RaiseForm, after: RaiseForm, touched: Partial<RaiseForm>): RaiseField[] =>
  screenOrder.filter((field) => field in touched || before[field] !== after[field])

export function emptyFields(form: RaiseForm): RaiseField[] {
  const absent: RaiseField[] =
    form.orderType === 'reservation' ? ['deadlineDay', 'deadlineTime'] : ['reservationHours']
  return screenOrder.filter((field) => {
    const value = form[field]
    return !absent.includes(field) && (typeof value === 'string' ? isBlank(value) : value === null)
  })
}

/** What the person has yet to fill in: the deadline follows from the pickup. */
export const stillEmpty = (form: RaiseForm): RaiseField[] =>
  emptyFields(form).filter((field) => field !== 'deadlineDay' && field !== 'deadlineTime')

/** A pickup so late on the last day that its deadline would be a day that cannot be chosen. It will be refused. */
export const isPastLastDay = ({ deadlineDay }: RaiseForm, now: Date): boolean =>
  deadlineDay !== null && isAfterLastDay(deadlineDay, now)

export const whenIn = (at: Date, now: Date): string => `${dayIn(at, now)}, ${showTime(at)}`

const dayIn = (at: Date, now: Date): string => (dayOf(at) === dayOf(now) ? 'today' : showDay(at))

/** As far as it is chosen: the day mostly is from the beginning. */
export function pickupText({ pickupDay, pickupTime }: RaiseForm, now: Date): string {
  const at = instantIn(pickupDay, pickupTime)
  if (at) return whenIn(at, now)
  if (pickupDay !== null) return `${dayIn(instantOf(pickupDay, '00:00'), now)}, time not chosen`
  return pickupTime === '' ? 'day and time not chosen' : 'day not chosen'
}

const soon = minutes(10)
const undone: ReadonlySet<RequestStatus> = new Set(cameToNothing)

/** A request for the same patient and component that was raised a moment ago: perhaps the same one again. */
export function alreadyRaised(
  { patientId, component }: RaiseForm,
  recent: readonly OwnRequest[],
  now: Date,
): OwnRequest | undefined {
  const id = foldedId(tidy(patientId))
  return recent.find(
    (request) =>
      foldedId(request.patientId) === id &&
      request.component === component &&
      now.getTime() - request.raisedAt.getTime() < soon &&
      !undone.has(request.status),
  )
}
