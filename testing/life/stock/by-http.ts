import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { stock as routes } from '#contract/stock.ts'
import { freshnessOf } from '#domain/stock/freshness.ts'
import { levelOf } from '#domain/stock/levels.ts'
import type { Client } from '../../harness/client.ts'
import type { TestService } from '../../harness/service.ts'
import { aBank, aDriver, anAccount, aRequest, aStaffedHospital } from '../../makers/makers.ts'
import { instantAt, minuteAt } from '../time.ts'
import type { World } from '../walking.ts'
import { draftOf } from './by-rules.ts'
import { type Act, groups, type Seen, type Stock, type Wish } from './model.ts'

type Shelf = Wish & {
  /** What each has before their eyes: when it was counted, as the page told. */
  readonly seen: Map<string, Date | null>
  readonly orders: { readonly id: string; isGiven: boolean }[]
  /** The order that the provider looks for a bank for. */
  readonly offeredFor: string
}

const clerks = ['asha', 'bala']

/** Worlds of one real service, each with two banks of its own. */
export function stockOverHttp(service: TestService): () => Promise<World<Stock>> {
  return () => aWorld(service)
}

async function aWorld(service: TestService): Promise<World<Stock>> {
  const { db } = service
  const { hospital } = await aStaffedHospital(db)
  const { email: driverEmail } = await aDriver(db)
  const banks = [(await aBank(db)).id, (await aBank(db)).id]
  const clients = new Map<string, Client>()
  for (const bank of banks)
    for (const clerk of clerks) {
      const grant = { product: 'bloodbank', role: 'admin', organisationId: bank } as const
      const { email } = await anAccount(db, { email: `${clerk}.${bank}`, grant })
      clients.set(`${clerk}.${bank}`, service.as(email))
    }
  const provider = service.as('bloodsupport')
  const clerkOf = ({ bank }: Wish, clerk: string) => clients.get(`${clerk}.${bank}`) as Client
  const shelves: Shelf[] = []

  return {
    people: { banks, clerks },
    async begin(wish, now) {
      service.clock.moveTo(instantAt(now))
      const offeredFor = await anOrder(wish, wish.offered, 1)
      shelves.push({ ...wish, seen: new Map(), orders: [], offeredFor })
    },
    act(at, act, now) {
      service.clock.moveTo(instantAt(now))
      return actOn(shelves[at] as Shelf, act)
    },
    async seen(now) {
      service.clock.moveTo(instantAt(now))
      // each bank's page once, by one of its clerks
      const pages = new Map(
        await Promise.all(
          banks.map(async (bank, at) => {
            const clerk = clerks[at % clerks.length] ?? ''
            const { items } = await (clients.get(`${clerk}.${bank}`) as Client).done(routes.list, {})
            return [bank, items] as const
          }),
        ),
      )
      return Promise.all(
        shelves.map(async (shelf) => {
          const page = pages.get(shelf.bank)?.find(({ component }) => component === shelf.component)
          return seenIn(shelf, page, instantAt(now))
        }),
      )
    },
  }

  async function anOrder({ component }: Wish, bloodGroup: (typeof groups)[number], units: number) {
    const wish = { status: 'hospital-admin-approved', hospitalId: hospital.id } as const
    const made = await aRequest(db, { ...wish, component, bloodGroup, units }, service.clock.now())
    return made.id
  }

  async function actOn(shelf: Shelf, act: Act): Promise<string> {
    switch (act.kind) {
      case 'look': {
        const { items } = await clerkOf(shelf, act.clerk).done(routes.list, {})
        const found = items.find(({ component }) => component === shelf.component)
        shelf.seen.set(act.clerk, found?.countedAt ?? null)
        return 'done'
      }
      case 'count':
        return count(shelf, act)
      case 'count twice': {
        const seenAt = shelf.seen.get(act.clerk) ?? null
        const both = await Promise.all([count(shelf, act, seenAt), count(shelf, act, seenAt)])
        return both.sort().join(', ')
      }
      case 'confirm':
        return saved(
          shelf,
          act.clerk,
          await clerkOf(shelf, act.clerk).call(routes.confirm, {
            component: shelf.component,
            seenAt: shelf.seen.get(act.clerk) ?? null,
          }),
        )
      case 'link': {
        const id = await anOrder(shelf, act.group, act.units)
        await provider.done(orders.link, { ...(await versionOf(id)), bankId: shelf.bank, driverEmail })
        shelf.orders.push({ id, isGiven: true })
        return 'done'
      }
      default: {
        const order = shelf.orders[act.order]
        if (!order?.isGiven) return 'nothing'
        order.isGiven = false
        const seen = await versionOf(order.id)
        if (act.kind === 'cancel') await provider.done(orders.move, { ...seen, status: 'cancelled' })
        else await clerkOf(shelf, clerks[0] ?? '').done(issuing.refuse, { ...seen, reason: 'none left' })
        return 'done'
      }
    }
  }

  async function count(
    shelf: Shelf,
    { clerk, typed }: Extract<Act, { kind: 'count' | 'count twice' }>,
    seenAt = shelf.seen.get(clerk) ?? null,
  ): Promise<string> {
    const { component } = shelf
    const answer = await clerkOf(shelf, clerk).call(routes.count, {
      ...{ component, seenAt },
      quantities: draftOf(typed),
    })
    return saved(shelf, clerk, answer)
  }

  function saved(
    shelf: Shelf,
    clerk: string,
    { status, body }: { status: number; body: { countedAt: Date | null } },
  ): string {
    if (status === 409) return 'stale'
    if (status === 422) return 'refused'
    if (status !== 200) throw new Error(`answered ${status}`)
    shelf.seen.set(clerk, body.countedAt)
    return 'done'
  }

  function versionOf(id: string) {
    return db.selectFrom('requests').select(['id', 'version']).where('id', '=', id).executeTakeFirstOrThrow()
  }

  async function seenIn(shelf: Shelf, page: Page | undefined, now: Date): Promise<Seen> {
    const { bank, component } = shelf
    const { items } = await provider.done(orders.banksFor, { id: shelf.offeredFor })
    const { counts } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('counts'))
      .where('subjectKind', '=', 'stock')
      .where('subjectId', '=', `${bank}/${component}`)
      .executeTakeFirstOrThrow()
    return {
      counted: page?.countedAt ? { at: minuteAt(page.countedAt) ?? 0, by: page.countedBy ?? '' } : null,
      freshness: freshnessOf(component, page?.countedAt ?? null, now),
      shelves: Object.fromEntries(
        groups.map((group) => {
          const { units, linked } = page?.shelves[group] ?? { units: -1, linked: -1 }
          return [group, { units, linked, level: levelOf({ units, linked }) }]
        }),
      ),
      free: items.find(({ bankId }) => bankId === bank)?.freeUnits ?? null,
      counts: Number(counts),
    }
  }
}

type Page = {
  readonly countedAt: Date | null
  readonly countedBy: string | null
  readonly shelves: Record<string, { units: number; linked: number }>
}
