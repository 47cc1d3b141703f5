import { dayOf, days, earlier, hours, instantOf, later, minutes, wholeMinute } from '#domain/basics/time.ts'
import { reservationHourChoices } from '#domain/requests/raising.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import type { Dice } from './makers/dice.ts'
import { drivers } from './makers/people.ts'
import { stepsOf } from './makers/request-life.ts'
import { asRaised, type RequestWish } from './makers/requests.ts'
import { aBloodGroup, aComponent, aPatient } from './patients.ts'

/** How busy a hospital is, from how many days ago to how many. */
export type Busyness = { hospitalId: string; perDay: number; fromDay: number; toDay: number; banks: string[] }

/** A hospital's past, day by day: most went well, some late, some not at all. */
export function earlierRequests(dice: Dice, busy: Busyness, now: Date): RequestWish[] {
  const wishes: RequestWish[] = []
  for (let day = busy.fromDay; day >= busy.toDay; day--) {
    const count = Math.floor(busy.perDay) + (dice.chance(busy.perDay % 1) ? 1 : 0)
    for (let n = 0; n < count; n++) {
      const wish = aPastRequest(dice, busy, earlier(now, days(day)))
      if (wish.raisedAt < now) wishes.push(asFarAs(now, wish))
    }
  }
  return wishes
}

function aPastRequest(dice: Dice, { hospitalId, banks }: Busyness, day: Date) {
  const component = aComponent(dice)
  // §5.1, §5.2: platelets of a single donor within their hours, the pickup too
  const minute = component === 'SDP' ? dice.between(8 * 60, 15 * 60) : dice.between(6 * 60, 22 * 60)
  const raisedAt = later(instantOf(dayOf(day), '00:00'), minutes(minute) + dice.between(0, 59) * 1000)
  const isReservation = component !== 'SDP' && dice.chance(0.22)
  const lead = isReservation ? hours(dice.between(10, 60)) : minutes(dice.between(7, 20) * 5)
  const pickupAt = later(wholeMinute(raisedAt), lead)
  const given = isReservation ? dice.pick(reservationHourChoices) : dice.pick([3, 3, 3, 4, 5])
  const isLate = dice.chance(0.05)
  return {
    id: dice.hex(8),
    hospitalId,
    ...aPatient(dice, component),
    // greenbank has no platelets of a single donor, and no price for them
    component: component === 'SDP' && banks.includes('greenbank') ? ('RDP' as const) : component,
    bloodGroup: aBloodGroup(dice),
    units: component === 'SDP' ? dice.between(1, 2) : dice.pick([1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7]),
    orderType: isReservation ? ('reservation' as const) : ('immediate' as const),
    raisedAt,
    pickupAt,
    deadlineAt: later(pickupAt, hours(given)),
    status: dice.pick(endings),
    bankId: dice.pick(banks),
    driverEmail: dice.pick(drivers).email,
    isLate,
    whyEnded: dice.pick(['Surgery postponed', 'Patient moved to another hospital', 'Found compatible units']),
  } satisfies RequestWish
}

const endings: RequestStatus[] = [
  ...Array.from({ length: 34 }, () => 'completed' as const),
  ...Array.from({ length: 3 }, () => 'hospital-admin-rejected' as const),
  ...Array.from({ length: 2 }, () => 'cancelled' as const),
  'bloodbank-rejected',
]

/** Cuts the life short at now: what will happen later has not happened yet. */
function asFarAs(now: Date, wish: RequestWish): RequestWish {
  const happened = stepsOf(asRaised(wish, now), wish).filter(({ at }) => at <= now)
  const status = happened.at(-1)?.to ?? 'pending'
  const isLinked = happened.some(({ to }) => to === 'bloodbank-approved')
  const { bankId, driverEmail, isLate, ...rest } = wish
  return {
    ...rest,
    status,
    ...(isLinked ? { bankId, driverEmail } : {}),
    ...(status === 'completed' ? { isLate } : {}),
  }
}
