import type { Bag } from '#domain/bags/bag.ts'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import type { CrossmatchResult } from '#domain/matching/crossmatch.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Tx } from '#server/db/database.ts'
import { appendEvent, appendEvents, type Doer } from '#server/db/event-trail.ts'
import type { Work } from '#server/db/work.ts'
import { answerOrder } from '#server/matching/answering.ts'
import { recordMatch } from '#server/matching/crossmatching.ts'
import { holdBag } from '#server/matching/holding.ts'
import { issueBags } from '#server/matching/issuing.ts'
import { type By, receiveSample } from '#server/matching/samples.ts'
import { propose } from '#server/matching/substituting.ts'
import { demoDonations } from './bags.ts'
import { onBench } from './bench-today.ts'
import { bankPersonOf, nameOfPlace } from './makers/people.ts'
import { accountRows } from './makers/rows.ts'

const bankId = 'redbank'

/** The bench of Redbank, act by act as its technician does it: each asks the rules of the product. */
export async function fillBench(tx: Tx, now: Date, secret: string): Promise<void> {
  const bench = await benchOf(tx, now, secret)
  const { reserved, matching, tube, group, substitution, incompatible, packed, emergency, plasma } = onBench

  await bench.answers(reserved, 60, 2, 'The third when its donation is tested')
  await bench.holds(reserved, 58, 2)

  await bench.samples(packed, 80)
  await bench.matches(packed, 60, await bench.holds(packed, 74, 2))

  await bench.answers(incompatible, 78, 3)
  await bench.samples(incompatible, 55)
  const [wrong, ...right] = await bench.holds(incompatible, 48, 3)
  await bench.matches(incompatible, 30, right)
  await bench.matches(incompatible, 28, wrong ? [wrong] : [], 'incompatible')
  await bench.holds(incompatible, 27, 1)

  await bench.answers(substitution, 70, 3)
  await bench.samples(substitution, 45)
  await bench.matches(substitution, 26, await bench.holds(substitution, 40, 2))
  await bench.asks(substitution, 22, 'O+')

  await bench.answers(group, 66, 2)
  await bench.samples(group, 34, { groupFound: 'O+' })
  await bench.answers(tube, 44, 2)
  await bench.samples(tube, 24, { labelPatientId: 'swapped' })

  await bench.answers(plasma, 50, 2)
  await bench.samples(plasma, 31)
  await bench.holds(plasma, 29, 2)

  await bench.samples(matching, 18)
  await bench.matches(matching, 7, (await bench.holds(matching, 15, 3)).slice(0, 2))

  const urgent = { doctor: 'Dr. K. Ramesh', reason: 'In shock, no time for a cross-match' }
  const taken = await bench.holds(emergency, 20, 2, { isEmergency: true, group: 'O+' })
  await bench.issues(emergency, 19, taken, urgent)
  await bench.issues(packed, 4, bench.heldFor(packed))
}

type Order = Pick<
  BloodRequest,
  'id' | 'patientName' | 'patientId' | 'component' | 'bloodGroup' | 'units' | 'deadlineAt'
>

async function benchOf(tx: Tx, now: Date, secret: string) {
  const orders: Order[] = await tx
    .selectFrom('requests')
    .select(['id', 'patientName', 'patientId', 'component', 'bloodGroup', 'units', 'deadlineAt'])
    .where('id', 'in', Object.values(onBench))
    .execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  const orderOf = (id: string): Order => byId.get(id) as Order
  const shelf = demoDonations(now)
    .flatMap(({ bags }) => bags)
    .filter(({ state }) => state === 'available')
    .toSorted((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime())
  const held = new Map<string, Bag[]>()
  const { account } = accountRows({ email: `${bankId}_bloodbank` }, '')
  const by: By = {
    ...{ bankId, person: bankPersonOf(bankId), displayName: nameOfPlace(bankId), accountId: account.id },
  }
  const ago = (minute: number): Work => workAt(tx, doerOf(by), earlier(now, minutes(minute)))

  /** The soonest to end that outlives the deadline, as the bench offers them. */
  function take({ component, bloodGroup, deadlineAt }: Order, group: ShelfGroup | undefined): Bag {
    const at = shelf.findIndex(
      (bag) =>
        bag.component === component &&
        bag.bloodGroup === (group ?? bloodGroup) &&
        bag.expiresAt > later(deadlineAt, hours(4)),
    )
    const [bag] = shelf.splice(at, 1)
    if (at < 0 || !bag) throw new Error(`Nothing on the shelf for ${component} ${bloodGroup}`)
    return bag
  }

  return {
    heldFor: (id: string): readonly Bag[] => held.get(id) ?? [],

    async answers(id: string, minute: number, units: number, note = ''): Promise<void> {
      const byAt = new Date(Math.max(now.getTime(), earlier(orderOf(id).deadlineAt, hours(1)).getTime()))
      await answerOrder(ago(minute), by, { id, units, byAt, note })
    },

    async samples(
      id: string,
      minute: number,
      told: { groupFound?: ShelfGroup; labelPatientId?: 'swapped' } = {},
    ): Promise<void> {
      const { patientName, patientId, bloodGroup } = orderOf(id)
      // two digits that stand next to each other, the other way round
      const otherId = patientId.replace(/(\d)(\d)$/, (_, one, other) =>
        one === other ? `${one}0` : other + one,
      )
      await receiveSample(ago(minute), by, {
        id,
        ...{
          labelName: patientName.toUpperCase(),
          labelPatientId: told.labelPatientId ? otherId : patientId,
        },
        ...{ takenAt: earlier(now, minutes(minute + 25)), takenBy: 'Sister Mary Thomas' },
        ...{ groupFound: told.groupFound ?? bloodGroup, antibodyScreen: 'negative', recent: 'unknown' },
        unfitReason: null,
      })
    },

    async holds(
      id: string,
      minute: number,
      count: number,
      { isEmergency = false, group }: { isEmergency?: boolean; group?: ShelfGroup } = {},
    ): Promise<Bag[]> {
      const bags = Array.from({ length: count }, () => take(orderOf(id), group))
      const work = ago(minute)
      for (const { id: bagId } of bags) await holdBag(work, by, { id, bagId, reason: '', isEmergency })
      held.set(id, [...(held.get(id) ?? []), ...bags])
      return bags
    },

    async matches(
      id: string,
      minute: number,
      bags: readonly Bag[],
      result: CrossmatchResult = 'compatible',
    ): Promise<void> {
      const work = ago(minute)
      for (const { id: bagId } of bags)
        await recordMatch(work, by, { id, bagId, method: 'gel', result, note: '' })
    },

    async issues(
      id: string,
      minute: number,
      bags: readonly Bag[],
      emergency: { doctor: string; reason: string } | null = null,
    ): Promise<void> {
      const looked = bags.map(({ id: bagId }) => ({ bagId, isInspected: true }))
      const asked = { id, seq: 1, bags: looked, checker: null, emergency }
      await issueBags(ago(minute), by, asked, { checker: null, secret })
    },

    async asks(id: string, minute: number, bloodGroup: ShelfGroup): Promise<void> {
      await propose(ago(minute), by, id, bloodGroup)
    },
  }
}

const doerOf = ({ accountId, displayName, person }: By): Doer => ({
  ...{ accountId, displayName, person, product: 'bloodbank', organisationId: bankId },
})

/** An act in the transaction that fills: nothing is sent by it. */
function workAt(tx: Tx, doer: Doer, now: Date): Work {
  const never = (): never => {
    throw new Error('The bench of the demonstration sends nothing')
  }
  return {
    ...{ db: tx, now, post: never, enqueue: never },
    record: (event, write) => appendEvent(tx, event, doer, now, undefined, write),
    async recordAll(events) {
      await appendEvents(tx, events, doer, now)
    },
  }
}
