import type { Insertable } from 'kysely'
import type { Bag } from '#domain/bags/bag.ts'
import { type DonationResult, mandatoryTests } from '#domain/bags/donation-tests.ts'
import type { ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import { latestEnd, usualLives } from '#domain/bags/lives.ts'
import { bloodGroups } from '#domain/basics/blood.ts'
import { dayOf, days, earlier, instantOf, later } from '#domain/basics/time.ts'
import type { Tx } from '#server/db/database.ts'
import { appendEvents, type Doer, type NewEvent } from '#server/db/event-trail.ts'
import type { Tables } from '#server/db/tables.ts'
import { hexOf } from './makers/dice.ts'
import { bankPersonOf, nameOfPlace } from './makers/people.ts'
import { accountRows } from './makers/rows.ts'

const bankId = 'redbank'

/** In the order of bloodGroups, near to what the bank counted: in three groups the shelf differs. */
const free: Record<ShelfComponent, readonly number[]> = {
  PRBC: [24, 3, 30, 4, 37, 2, 9, 1],
  FFP: [34, 6, 42, 5, 51, 7, 18, 3],
  RDP: [11, 0, 14, 1, 17, 1, 4, 0],
  SDP: [3, 0, 4, 0, 5, 1, 1, 0],
  WB: [2, 0, 3, 0, 4, 0, 0, 0],
  CRYO: [3, 0, 2, 0, 6, 0, 2, 0],
}

/** Where fewer should not lie free. */
const minimums: Partial<Record<ShelfComponent, readonly number[]>> = {
  PRBC: [10, 2, 10, 2, 15, 4, 6, 2],
  SDP: [2, 1, 2, 1, 3, 1, 1, 1],
  RDP: [6, 1, 6, 2, 8, 2, 3, 1],
}

const places: Record<ShelfComponent, (nth: number) => string> = {
  PRBC: (nth) => `Fridge 2, shelf ${(nth % 4) + 1}`,
  WB: () => 'Fridge 1, shelf 4',
  FFP: (nth) => `Freezer 1, drawer ${(nth % 6) + 1}`,
  CRYO: () => 'Freezer 2, drawer 1',
  RDP: () => 'Agitator 1',
  SDP: () => 'Agitator 2',
}
const anticoagulants: Partial<Record<ShelfComponent, string>> = { PRBC: 'SAGM', WB: 'CPDA-1' }

/** One donation, taken in on the day on which it was given, and tested on the next. */
type Given = {
  readonly daysAgo: number
  readonly group: ShelfGroup
  readonly components: readonly ShelfComponent[]
  readonly outcome: 'clear' | 'waiting' | 'half' | 'reactive'
}

/** Platelets live for five days, so one of each kind ends today; plasma comes from the same bags as red cells. */
function donations(): Given[] {
  const clear = (daysAgo: number, group: ShelfGroup, components: ShelfComponent[]): Given => ({
    ...{ daysAgo, group, components },
    outcome: 'clear',
  })
  const of = (component: ShelfComponent, at: number) => free[component][at] ?? 0
  const usual = bloodGroups.flatMap((group, at) => {
    const most = Math.max(of('PRBC', at), of('FFP', at), of('RDP', at))
    const whole = Array.from({ length: most }, (_, nth) => {
      const components = (['PRBC', 'FFP', 'RDP'] as const).filter((component) => nth < of(component, at))
      const hasPlatelets = components.includes('RDP')
      const endsToday = hasPlatelets && group === 'O+' && nth === 0
      return clear(
        endsToday ? 5 : hasPlatelets ? 2 + (nth % 3) : 6 + ((nth * 7 + at) % 33),
        group,
        components,
      )
    })
    const alone = (['SDP', 'WB', 'CRYO'] as const).flatMap((component) =>
      Array.from({ length: of(component, at) }, (_, nth) => {
        const endsToday = component === 'SDP' && group === 'A+' && nth === 0
        return clear(endsToday ? 5 : component === 'SDP' ? 2 + (nth % 3) : 5 + nth * 6, group, [component])
      }),
    )
    return [...whole, ...alone]
  })
  const together: ShelfComponent[] = ['PRBC', 'FFP', 'RDP']
  const waiting = (['O+', 'B+', 'A+', 'O+', 'AB+', 'B-'] as const).map(
    (group, nth): Given => ({
      ...{ daysAgo: 1, group, components: together },
      outcome: nth === 1 ? 'half' : 'waiting',
    }),
  )
  return [...usual, ...waiting, { daysAgo: 3, group: 'B+', components: together, outcome: 'reactive' }]
}

type MadeBag = Bag & { takenAt: Date; takenBy: string }
type Made = {
  readonly bags: MadeBag[]
  readonly results: DonationResult[]
  readonly testedAt: Date
  readonly outcome: Given['outcome']
}

export function demoDonations(now: Date): Made[] {
  return donations().map((given, nth) => {
    const collectedOn = dayOf(earlier(now, days(given.daysAgo)))
    const serial = String(14_000 + nth).padStart(6, '0')
    const isOwn = given.components[0] === 'WB'
    const number = isOwn ? `RB26-${11_600 + nth}` : `A9999${collectedOn.slice(2, 4)}${serial}`
    const state = {
      clear: 'available',
      waiting: 'quarantine',
      half: 'quarantine',
      reactive: 'discarded',
    } as const
    const bags = given.components.map((component): MadeBag => {
      const anticoagulant = anticoagulants[component] ?? null
      const bag = { component, anticoagulant, attributes: [], collectedOn }
      return {
        ...bag,
        id: uuidOf(`${number} ${component}`),
        ...{ bankId, number, numberKind: isOwn ? 'own' : 'isbt', division: '', bloodGroup: given.group },
        ...{ segment: null, volumeMl: null, donorFormId: null, fromBankId: null },
        expiresAt: latestEnd(usualLives, bag, now) ?? now,
        place: places[component](nth),
        state: state[given.outcome],
        version: given.outcome === 'clear' || given.outcome === 'reactive' ? 2 : 1,
        takenAt: instantOf(collectedOn, '17:00'),
        takenBy: bankPersonOf(bankId),
      }
    })
    const testedAt = instantOf(dayOf(later(instantOf(collectedOn, '12:00'), days(1))), '11:00')
    return { bags, results: resultsOf(given), testedAt, outcome: given.outcome }
  })
}

function resultsOf({ outcome, group }: Given): DonationResult[] {
  if (outcome === 'waiting') return []
  const tests = outcome === 'half' ? mandatoryTests.slice(0, 3) : mandatoryTests
  return [
    ...tests.map((test): DonationResult => {
      const isBad = outcome === 'reactive' && test === 'HBsAg'
      return { test, result: isBad ? 'reactive' : 'negative' }
    }),
    ...(outcome === 'half' ? [] : [{ test: 'group', result: group } as const]),
  ]
}

const uuidOf = (words: string): string =>
  hexOf(`bag ${words}`, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/** Redbank keeps bags: what lies there, what waits for its tests, and a reactive donation. */
export async function fillBags(tx: Tx, now: Date): Promise<void> {
  const made = demoDonations(now).map((one) => (one.testedAt > now ? { ...one, testedAt: now } : one))
  const by = { testedBy: bankPersonOf(bankId) }
  await tx.insertInto('bankSettings').values({ bankId, keepsBags: true }).execute()
  await tx
    .insertInto('stockMinimums')
    .values(
      Object.entries(minimums).flatMap(([component, units]) =>
        units.map((least, at) => ({
          bankId,
          component: component as ShelfComponent,
          bloodGroup: bloodGroups[at] as ShelfGroup,
          units: least,
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('bags')
    .values(made.flatMap(({ bags }) => bags))
    .execute()
  const tests = made.flatMap(({ bags: [bag], results, testedAt }) =>
    results.map(
      (one): Insertable<Tables['donationTests']> => ({
        ...{ ...one, ...by, bankId, testedAt },
        number: bag?.number ?? '',
      }),
    ),
  )
  for (let from = 0; from < tests.length; from += 500)
    await tx
      .insertInto('donationTests')
      .values(tests.slice(from, from + 500))
      .execute()
  await tellLives(tx, made)
}

/** As their acts would have told it, moment by moment. */
async function tellLives(tx: Tx, made: readonly Made[]): Promise<void> {
  const { account } = accountRows({ email: `${bankId}_bloodbank` }, '')
  const doer: Doer = {
    accountId: account.id,
    displayName: nameOfPlace(bankId),
    person: bankPersonOf(bankId),
    product: 'bloodbank',
    organisationId: bankId,
  }
  const acts = made.flatMap((one) => actsOf(one))
  const byTime = Map.groupBy(acts, ({ at }) => at.getTime())
  for (const [at, some] of [...byTime].toSorted(([one], [other]) => one - other)) {
    await appendEvents(
      tx,
      some.map(({ event }) => event),
      doer,
      new Date(at),
    )
  }
}

function actsOf({ bags, results, testedAt, outcome }: Made): { at: Date; event: NewEvent }[] {
  const [first] = bags
  if (!first) return []
  const taken = bags.map((bag) => ({
    at: bag.takenAt,
    event: {
      kind: 'bag-taken-in' as const,
      detail: { ...namesOf(bag), expiresAt: bag.expiresAt.toISOString() },
      ...{ subjectId: bag.id, to: 'quarantine', bankId },
    },
  }))
  if (results.length === 0) return taken
  const told = {
    kind: 'donation-tested' as const,
    detail: { number: first.number, results },
    ...{ subjectId: `${bankId}/${first.number}`, bankId },
  }
  const moved = bags.map((bag) => {
    const moving = { subjectId: bag.id, from: 'quarantine', to: bag.state, bankId }
    if (outcome === 'clear') return { kind: 'bag-released' as const, detail: namesOf(bag), ...moving }
    const why = { reason: 'reactive' as const, note: '', requestId: null }
    return { kind: 'bag-discarded' as const, detail: { ...namesOf(bag), ...why }, ...moving }
  })
  const after: NewEvent[] = outcome === 'half' ? [told] : [told, ...moved]
  return [...taken, ...after.map((event) => ({ at: testedAt, event }))]
}

const namesOf = ({ number, component, division, bloodGroup }: Bag) => ({
  number,
  component,
  division,
  bloodGroup,
})
