import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '#testing/harness/size.ts'
import { bloodGroups, componentCodes } from '../basics/blood.ts'
import { sexes } from '../basics/person.ts'
import { type RaiseDraft, reservationHourChoices, whyNotRaise } from './raising.ts'

const minute = 60_000
const wallClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
})

/** §5.1 told once more, by another calendar than the rule's own. */
function wrongsOf(draft: RaiseDraft, now: Date): string[] {
  const { units, age, pickupAt, orderType, reservationHours } = draft
  const isImmediate = orderType === 'immediate'
  const pickup = pickupAt?.getTime() ?? Number.NaN
  const length = isImmediate ? 180 : (reservationHours ?? Number.NaN) * 60
  const deadline = isImmediate && draft.deadlineAt ? draft.deadlineAt.getTime() : pickup + length * minute
  const [today, time = ''] = wallClock.format(now).split(', ')
  const dayOf = (at: number) => dayNumber(wallClock.format(at).split(', ')[0]) - dayNumber(today)
  const timeOf = (at: number) => wallClock.format(at).split(', ')[1] ?? ''
  if (Number.isNaN(pickup) || Number.isNaN(deadline)) return ['a time is missing']
  const told: [string, boolean][] = [
    ['a field is empty', [draft.patientName, draft.patientId, draft.reason].some((text) => !text.trim())],
    ['a choice is empty', [draft.sex, draft.bloodGroup, draft.component, orderType].includes(null)],
    ['units are not 1 to 30', !(Number.isInteger(units) && Number(units) >= 1 && Number(units) <= 30)],
    ['age is not 0 to 120', !(Number.isInteger(age) && Number(age) >= 0 && Number(age) <= 120)],
    ['the pickup has passed', pickup < now.getTime()],
    ['the pickup is too soon', pickup - (now.getTime() - (now.getTime() % minute)) < 30 * minute],
    ['the pickup is too late', dayOf(pickup) > 7 || (dayOf(pickup) === 7 && timeOf(pickup) >= '21:00')],
    ['the deadline is too soon', deadline < pickup + 180 * minute],
    ['the deadline is too late', isImmediate && dayOf(deadline) > 7],
    ['platelets are not offered', draft.component === 'SDP' && !(time >= '08:00' && time <= '16:30')],
  ]
  return told.filter(([, isSo]) => isSo).map(([what]) => what)
}

const dayNumber = (day = ''): number => Date.parse(day) / 86_400_000

const spring = Date.parse('2027-03-01T00:00:00Z')
const anyNow = fc.integer({ min: 0, max: 366 * 1440 * 60_000 }).map((ms) => new Date(spring + ms))
/** Minutes from now to the pickup: anywhere, and close to each limit. */
const ahead = fc.oneof(
  fc.integer({ min: -30, max: 9 * 1440 }),
  fc.integer({ min: 25, max: 35 }),
  fc.integer({ min: 6 * 1440, max: 8 * 1440 }),
)
const mostly = <Value>(right: fc.Arbitrary<Value>, wrong: Value) =>
  fc.oneof({ weight: 30, arbitrary: right }, fc.constant(wrong))

const age = fc.integer({ min: 0, max: 120 })
const units = fc.integer({ min: 1, max: 30 })

const anyCase = fc
  .record({
    now: anyNow,
    ahead,
    length: mostly(
      fc.oneof(fc.integer({ min: 175, max: 185 }), fc.integer({ min: 180, max: 9 * 1440 })),
      null as number | null,
    ),
    patientName: mostly(fc.constant('Asha'), ' '),
    age: fc.oneof({ weight: 8, arbitrary: age }, fc.constantFrom(-1, 121, 41.5, null)),
    patientId: mostly(fc.constant('UH-1'), ''),
    sex: mostly(fc.constantFrom(...sexes), null),
    bloodGroup: mostly(fc.constantFrom(...bloodGroups), null),
    component: mostly(fc.constantFrom(...componentCodes), null),
    units: fc.oneof({ weight: 8, arbitrary: units }, fc.constantFrom(-3, 0, 31, 2.5, null)),
    orderType: mostly(fc.constantFrom('immediate', 'reservation'), null),
    reservationHours: mostly(fc.constantFrom(...reservationHourChoices), null),
    reason: mostly(fc.constant('Surgery'), ''),
  })
  .map(({ now, ahead, length, ...rest }) => {
    const pickupAt = new Date(now.getTime() - (now.getTime() % minute) + ahead * minute)
    const deadlineAt = length === null ? null : new Date(pickupAt.getTime() + length * minute)
    return { now, draft: { ...rest, pickupAt, deadlineAt } as RaiseDraft }
  })

test('RAISE-36 a draft is accepted exactly when nothing of §5.1 speaks against it, at any hour of a year', () => {
  const drafts = sized(400, 20_000)
  let accepted = 0
  fc.assert(
    fc.property(anyCase, ({ now, draft }) => {
      const wrongs = wrongsOf(draft, now)
      const refusal = whyNotRaise(draft, now)
      if (refusal === null) accepted += 1
      expect(refusal === null, `${wrongs.join('; ')} · ${refusal?.code} · ${now.toISOString()}`).toBe(
        wrongs.length === 0,
      )
    }),
    { numRuns: drafts },
  )
  expect(accepted, 'the drafts are not all wrong').toBeGreaterThan(drafts / 10)
})
