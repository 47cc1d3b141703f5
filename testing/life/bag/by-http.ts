import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bags as bagRoutes, type ShelfBag } from '#contract/bags.ts'
import { fates } from '#contract/fates.ts'
import { matching } from '#contract/matching.ts'
import { orders as orderRoutes } from '#contract/orders.ts'
import { BagState } from '#domain/bags/bag.ts'
import { dayOf, later, minutes } from '#domain/basics/time.ts'
import { sweepBags } from '#server/bags/sweeping.ts'
import { packedCount } from '#server/db/bags.ts'
import { transactOn } from '#server/db/work.ts'
import { sweepHolds } from '#server/matching/releasing.ts'
import type { Client } from '../../harness/client.ts'
import type { TestService } from '../../harness/service.ts'
import { clearTests } from '../../makers/bags.ts'
import { aBank, aDriver, anAccount, aRequest, aStaffedHospital, thePassword } from '../../makers/makers.ts'
import { aLine } from '../../makers/shelves.ts'
import { instantAt, minuteAt } from '../time.ts'
import type { World } from '../walking.ts'
import type { Act, Group, Wish } from './life.ts'
import { type Bags, dueAfter, type Seen } from './model.ts'

type Order = { readonly id: string; readonly group: Group; readonly patientId: string }
type Bag = { readonly id: string; readonly number: string; readonly group: Group }
type Shelf = Wish & {
  readonly staff: Client
  readonly email: string
  readonly checker: string
  readonly orders: readonly Order[]
  readonly bags: Bag[]
}

const patientName = 'Mohamed Irfan'
/** In nobody's hands. */
const noBag = (): Bag => ({ id: randomUUID(), number: '', group: 'O+' })

/** Worlds of one real service, each a bank of its own with as many shelves as it has lives. */
export function bagsOverHttp(service: TestService): () => Promise<World<Bags>> {
  return () => aWorld(service)
}

async function aWorld(service: TestService): Promise<World<Bags>> {
  const { db, clock } = service
  const { id: bankId } = await aBank(db)
  await db
    .insertInto('bankSettings')
    .values({ bankId, keepsBags: true, secondChecker: true, sampleHours: 168, spareHours: 4 })
    .execute()
  const { hospital, staff: nurse } = await aStaffedHospital(db)
  const { email: driverEmail } = await aDriver(db)
  const ward = service.as(nurse)
  const provider = service.as('bloodsupport')
  const shelves: Shelf[] = []
  const transact = transactOn({
    ...{ db, jobs: service.jobs },
    ...{ reactedTo: new Set(), afterCommit: () => undefined },
  })

  return {
    people: null,
    async begin(wish, now) {
      clock.standAt(instantAt(now))
      const at = shelves.length
      const grant = { product: 'bloodbank', role: 'staff', organisationId: bankId } as const
      const [{ email }, { email: checker }] = [
        await anAccount(db, { email: `${bankId}.bench${at}`, grant }),
        await anAccount(db, { email: `${bankId}.second${at}`, grant }),
      ]
      const orders = [await anOrder(wish, 0, now), await anOrder(wish, 1, now)]
      shelves.push({ ...wish, staff: service.as(email), email, checker, orders, bags: [] })
    },
    act(at, one, now) {
      clock.standAt(instantAt(now))
      return actOn(shelves[at] as Shelf, one)
    },
    async befall(_sweep, now) {
      clock.standAt(instantAt(now))
      const onError = (error: unknown) => {
        throw error
      }
      await sweepHolds({ db, transact, clock, onError })
      await sweepBags({ transact, clock })
    },
    async seen(now) {
      clock.standAt(instantAt(now))
      const [first] = shelves
      const lying = first ? await allBags(first.staff) : new Map<string, ShelfBag>()
      return Promise.all(shelves.map((shelf) => seenIn(shelf, lying)))
    },
  }

  async function anOrder({ component, asked }: Wish, nth: 0 | 1, now: number): Promise<Order> {
    const group = asked[nth]
    const { id, patientId } = await aRequest(
      db,
      {
        ...{ status: 'bloodbank-approved', hospitalId: hospital.id, bankId, driverEmail },
        ...{ patientName, patientId: randomUUID().slice(0, 12), age: 34, sex: 'Male' },
        ...{ component, bloodGroup: group, units: 4 },
        deadlineAt: later(instantAt(now), minutes(dueAfter)),
      },
      clock.now(),
    )
    return { id, patientId, group }
  }

  async function actOn(shelf: Shelf, one: Act): Promise<string> {
    const { staff, orders } = shelf
    const order = ('order' in one && orders[one.order]) || (orders[0] as Order)
    const bag = ('bag' in one && shelf.bags[one.bag]) || noBag()
    const wish = { id: order.id, bagId: bag.id }
    switch (one.kind) {
      case 'take in':
        return takeIn(shelf, one)
      case 'test':
        return bag.number === '' ? 'refused' : test(shelf, bag, one.isReactive)
      case 'discard': {
        const version = await versionOf(bag.id)
        return saidTo(await staff.call(bagRoutes.discard, { id: bag.id, version, reason: 'leaking' }))
      }
      case 'send back':
        return saidTo(await ward.call(fates.tell, { bagId: bag.id, fate: 'returned' }))
      case 'sample':
        return saidTo(
          await staff.call(matching.receiveSample, {
            id: order.id,
            labelName: one.isLabelled ? ` ${patientName.toUpperCase()}` : 'Mohammed Irfan',
            ...{ labelPatientId: order.patientId, takenAt: clock.now() },
            ...{ groupFound: one.isGroup ? order.group : 'B+', antibodyScreen: 'negative' },
          }),
        )
      case 'hold': {
        const { isEmergency } = one
        return saidTo(await staff.call(matching.hold, { ...wish, isEmergency, reason: 'there is no other' }))
      }
      case 'let go':
        return saidTo(await staff.call(matching.letGo, wish))
      case 'match': {
        const result = one.isCompatible ? 'compatible' : 'incompatible'
        return saidTo(await staff.call(matching.recordMatch, { ...wish, method: 'gel', result }))
      }
      case 'issue':
        return issue(shelf, order, one)
      case 'cancel': {
        const { version } = await rowOf(order.id)
        return saidTo(await provider.call(orderRoutes.move, { id: order.id, version, status: 'cancelled' }))
      }
      case 'sweep':
        throw new Error('It befalls all')
    }
  }

  async function takeIn(shelf: Shelf, { group, lives }: Extract<Act, { kind: 'take in' }>) {
    const now = clock.now()
    const line = aLine({
      ...{ component: shelf.component, bloodGroup: group, anticoagulant: null, volumeMl: null },
      ...{ collectedOn: dayOf(now), expiresAt: later(now, minutes(lives)) },
    })
    const { outcomes } = await shelf.staff.done(bagRoutes.takeIn, { lines: [line] })
    const bag = outcomes[0]?.bag
    if (!bag) return 'refused'
    shelf.bags.push({ id: bag.id, number: bag.number, group })
    return 'done'
  }

  async function test({ staff }: Shelf, { number, group }: Bag, isReactive: boolean) {
    const results = isReactive ? [{ test: 'HBsAg', result: 'reactive' } as const] : clearTests(group)
    const { outcomes } = await staff.done(bagRoutes.recordTests, { donations: [{ number, results }] })
    return outcomes[0]?.refusal ? 'refused' : 'done'
  }

  async function issue(
    { staff, email, checker, bags }: Shelf,
    { id }: Order,
    { bags: chosen, isInspected, isChecked, isEmergency }: Extract<Act, { kind: 'issue' }>,
  ): Promise<string> {
    // as the page has it: the first that has room
    const open = (await packedOf(id)).find(({ units, packed }) => packed < units)
    return saidTo(
      await staff.call(matching.issue, {
        ...{ id, seq: open?.seq ?? 1 },
        bags: chosen.map((at) => ({ bagId: (bags[at] ?? noBag()).id, isInspected })),
        checker: { email: isChecked ? checker : email, password: thePassword },
        emergency: isEmergency ? { doctor: 'Dr. K. Meenakshi', reason: 'pressure 70 over 40' } : null,
      }),
    )
  }

  function rowOf(id: string) {
    return db
      .selectFrom('requests')
      .select(['status', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  }

  async function versionOf(bagId: string): Promise<number> {
    const row = await db.selectFrom('bags').select('version').where('id', '=', bagId).executeTakeFirst()
    return row?.version ?? 1
  }

  async function packedOf(id: string): Promise<{ seq: number; units: number; packed: number }[]> {
    const rows = await db
      .selectFrom('deliveries')
      .select(['seq', 'units', packedCount.as('packed')])
      .where('requestId', '=', id)
      .orderBy('seq')
      .execute()
    return rows.map((row) => ({ ...row, packed: row.packed ?? 0 }))
  }

  /** On the page of their bank, in whatever state. */
  async function allBags(staff: Client): Promise<Map<string, ShelfBag>> {
    const found = new Map<string, ShelfBag>()
    let after: string | undefined
    do {
      const page = await staff.done(bagRoutes.list, { state: BagState.options, ...(after && { after }) })
      for (const bag of page.items) found.set(bag.id, bag)
      after = page.next ?? undefined
    } while (after)
    return found
  }

  async function seenIn(shelf: Shelf, lying: ReadonlyMap<string, ShelfBag>): Promise<Seen> {
    const { orders, staff } = shelf
    const bags = shelf.bags.map(({ id }) => {
      const { state = 'nowhere', hold = null } = lying.get(id) ?? {}
      const at = orders.findIndex((one) => one.id === hold?.requestId)
      return { state, heldFor: hold ? at : null, until: minuteAt(hold?.until ?? null) }
    })
    const seen = await Promise.all(
      orders.map(async ({ id }) => {
        const isOpen = (await rowOf(id)).status !== 'cancelled'
        // of what is over the bench shows nothing after a week
        if (!isOpen) return { isOpen, packed: (await packedOf(id)).map(({ packed }) => packed) }
        const { deliveries } = await staff.done(matching.open, { id })
        return { isOpen, packed: deliveries.map(({ packed }) => packed ?? 0) }
      }),
    )
    return { bags, orders: seen, wrongs: await wrongsOf(shelf.bags.map(({ id }) => id)) }
  }

  /** In the database itself. */
  async function wrongsOf(ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string; state: string; holds: number }>`
      select bags.id, bags.state, count(bag_holds.id)::int as holds
      from bags left join bag_holds on bag_holds.bag_id = bags.id and bag_holds.released_at is null
      where bags.id = any(${[...ids]}::uuid[]) group by bags.id, bags.state
      having count(bag_holds.id) <> (case when bags.state = 'held' then 1 else 0 end)`.execute(db)
    return rows.map(({ id, state, holds }) => `${id} is ${state} in ${holds} holds`)
  }
}

function saidTo({ status, refusal }: { status: number; refusal: { code: string } | null }): string {
  if (status < 300) return 'done'
  if (status === 404 || status === 409 || status === 422) return 'refused'
  throw new Error(`answered ${status} ${refusal?.code}`)
}
