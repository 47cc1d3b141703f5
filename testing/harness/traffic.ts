import { randomUUID } from 'node:crypto'
import { consent } from '#contract/consent.ts'
import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { stock } from '#contract/stock.ts'
import { ConsentForm, draftOf } from '#domain/donors/consenting.ts'
import type { DeliveryStep } from '#domain/driving/steps.ts'
import { handsOver } from '#domain/driving/steps.ts'
import { hookKindIds } from '#domain/hooks/kinds.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { byGroup, type Quantities } from '#domain/stock/counting.ts'
import type { Db } from '#server/db/database.ts'
import { aDonorDraft } from '../../server/demo/makers/donors.ts'
import { aReport } from '../makers/driving.ts'
import { aHook } from '../makers/hooks.ts'
import { aBank, aDraft, aDriver, anAccount, aStaffedHospital } from '../makers/makers.ts'
import { aJpeg, send } from '../makers/pictures.ts'
import { somePrices, thePrices } from '../makers/prices.ts'
import { keepBags } from '../makers/shelves.ts'
import { type BenchWitness, nothingAtBench, walkBench } from './bench-traffic.ts'
import { nothingSeen, type Person, type Seen, stubbornly } from './stubborn.ts'

/** What the caller of an order was told, act by act: what has to be there afterwards. */
export type KnownOrder = {
  id: string
  units: number
  status: RequestStatus
  events: string[]
  delivered: number
}
export type KnownCount = { bankId: string; quantities: Quantities; counts: number }
export type KnownForm = { id: string; bankId: string; status: 'incomplete' | 'rejected' }

/** Everything that was acknowledged. */
export type Witness = Seen &
  BenchWitness & {
    orders: KnownOrder[]
    counts: KnownCount[]
    forms: KnownForm[]
    /** Orders with a picture. */
    pictures: string[]
  }
export type TrafficOptions = { invoices?: boolean; pictures?: boolean }

export type Traffic = {
  readonly witness: Witness
  /** Rejects with the first answer that was promised to nobody. */
  readonly failed: Promise<never>
  /** Every act that was begun is answered. */
  stop(): Promise<Witness>
}

type Walk = { dice: (sides: number) => number; place: Place }
/** A hospital, a bank that counts, one that keeps bags, and a driver of their own. */
export type Place = {
  admin: Person
  staff: Person
  bank: Person
  bench: Person
  driver: Person
  bankId: string
  shelfId: string
  driverEmail: string
}
export type Places = { places: Place[]; provider: Person; donor: Person }

/** So many forms of one bank and of one address are taken without asking for work (AMB-227). */
const calmForms = 90
const formsOfAnAddress = 15

/** One place for each walker: what one does waits for nobody else's lock. */
export async function thePlaces(
  db: Db,
  walkers: number,
  as: (email: string | null) => Person,
): Promise<Places> {
  // told of everything and never called: what is written for it is looked at
  await aHook(db, null, { kinds: hookKindIds, quietUntil: new Date('2100-01-01') })
  const places: Place[] = []
  for (let count = 0; count < walkers; count++) {
    const { admin, staff } = await aStaffedHospital(db)
    const { id: bankId } = await aBank(db)
    const bank = await anAccount(db, { email: `${bankId}_bloodbank` })
    await thePrices(db, somePrices, bankId)
    const { id: shelfId } = await aBank(db)
    const bench = await anAccount(db, { email: `${shelfId}_bloodbank` })
    await keepBags(db, shelfId)
    const driver = await aDriver(db, { phone: `+9198400${String(10_000 + count)}` })
    places.push({
      ...{ admin: as(admin), staff: as(staff), bank: as(bank.email), bench: as(bench.email) },
      ...{ driver: as(driver.email), bankId, shelfId, driverEmail: driver.email },
    })
  }
  return { places, provider: as('bloodsupport'), donor: as(null) }
}

/**
 * Everybody works at once, each act sent again until it is answered: hospitals raise, approve, reject and cancel, the
 * provider links, updates and completes, drivers tell their steps, banks count or issue bags, donors send forms.
 */
export function startTraffic(world: Places, options: TrafficOptions = {}): Traffic {
  const witness: Witness = {
    ...{ ...nothingSeen(), ...nothingAtBench() },
    ...{ orders: [], counts: [], forms: [], pictures: [] },
  }
  const { ask, act, raw } = stubbornly(witness)
  let isOver = false
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const walkers = Promise.all(
    world.places.map((place, at) =>
      walkOn({ place, dice: (sides) => Math.floor(Math.random() * sides) }, at),
    ),
  )

  return {
    witness,
    failed,
    async stop() {
      isOver = true
      await walkers
      await Promise.race([failed, Promise.resolve()])
      return witness
    },
  }

  async function walkOn(walk: Walk, at: number): Promise<void> {
    try {
      const count: KnownCount = { bankId: walk.place.bankId, quantities: byGroup(() => 0), counts: 0 }
      let seenAt: Date | null = null
      let sent = 0
      witness.counts.push(count)
      for (let round = 0; !isOver; round++) {
        await walkOrder(walk)
        if (isOver) break
        if (round % 2 === 0) seenAt = await countStock(walk, count, seenAt)
        if (round % 8 === 0 && sent++ < calmForms) await fillForm(walk.place, at, sent)
      }
    } catch (error) {
      isOver = true
      fail(error)
    }
  }

  async function walkOrder({ dice, place }: Walk): Promise<void> {
    const units = 1 + dice(6)
    const raised = await ask(place.staff, requests.raise, aDraft(new Date(), { units }))
    const order: KnownOrder = {
      id: raised.id,
      units,
      status: 'pending',
      events: ['request-raised'],
      delivered: 0,
    }
    witness.orders.push(order)
    const seen = () => ({ id: order.id, version: 1 })
    const path = dice(8)
    if (path === 0) return decide(place, order, 'reject', seen())
    if (path === 1) return cancel(place, order, seen().version)
    await decide(place, order, 'approve', seen())
    if (path === 2) return cancel(place, order, 2)
    const bankId = path === 5 ? place.shelfId : place.bankId
    const { driverEmail } = place
    const linked = await ask(world.provider, orders.link, { id: order.id, version: 2, bankId, driverEmail })
    happened(order, 'request-linked', 'bloodbank-approved')
    if (path === 3) return update(order, 'delivery-completed', linked.request.version)
    if (path === 5)
      return walkBench({ ask }, witness, {
        ...{ order, place, isBankTelling: dice(2) === 0 },
        note: (event) => happened(order, event, order.status),
        stepped: (step) => stepped(order, step),
        drive: (seq, step) => drive(place, order, seq, step),
      })
    if (path === 4) await update(order, 'cross-matching', linked.request.version)
    if (options.pictures) await photograph(place, order)
    const parts = Math.ceil(units / 3)
    for (let seq = 1; seq <= parts; seq++) {
      const first: DeliveryStep[] = path === 4 || seq > 1 ? [] : ['sample acquired', 'cross matching']
      for (const step of [...first, 'issued', 'delivered'] as const) await drive(place, order, seq, step)
    }
    if (options.invoices && dice(40) === 0) await complete(order)
  }

  function happened(order: KnownOrder, event: string, status: RequestStatus): void {
    order.events.push(event)
    order.status = status
  }

  function stepped(order: KnownOrder, step: DeliveryStep): void {
    if (step === 'delivered') order.delivered++
    happened(order, 'delivery-step-done', statusAfter(order, step))
  }

  /** What its hospital reads of it is the act's own work. */
  function isNow(place: Place, order: KnownOrder, status: RequestStatus, version: number) {
    return async () => {
      const now = await ask(place.admin, requests.show, { id: order.id })
      return now.status === status && now.version === version + 1
    }
  }

  async function decide(
    place: Place,
    order: KnownOrder,
    verb: 'approve' | 'reject',
    seen: { id: string; version: number },
  ): Promise<void> {
    const [status, event] =
      verb === 'approve'
        ? (['hospital-admin-approved', 'request-approved'] as const)
        : (['hospital-admin-rejected', 'request-rejected'] as const)
    await act(place.admin, requests[verb], seen, isNow(place, order, status, seen.version))
    happened(order, event, status)
  }

  async function cancel(place: Place, order: KnownOrder, version: number): Promise<void> {
    const input = { id: order.id, version, reason: 'not wanted any more' }
    await act(place.admin, requests.cancel, input, isNow(place, order, 'cancelled', version))
    happened(order, 'request-cancelled', 'cancelled')
  }

  async function update(order: KnownOrder, status: RequestStatus, version: number): Promise<void> {
    const input = { id: order.id, version, status, note: `by hand ${version}` }
    const look = async () => {
      const now = await ask(world.provider, orders.show, { id: order.id })
      return now.status === status && now.version === version + 1
    }
    await act(world.provider, orders.move, input, look)
    happened(order, 'request-moved', status)
  }

  async function complete(order: KnownOrder): Promise<void> {
    const { version } = await ask(world.provider, orders.show, { id: order.id })
    const look = async () => {
      const now = await ask(world.provider, orders.show, { id: order.id })
      return now.status === 'completed'
    }
    await act(world.provider, orders.approveInvoice, { id: order.id, version }, look)
    happened(order, 'request-completed', 'completed')
  }

  async function drive(place: Place, order: KnownOrder, seq: number, step: DeliveryStep): Promise<void> {
    const { id } = order
    const codes = handsOver(step) ? (await ask(place.staff, driving.codes, { id })).items : []
    const code = codes.find((one) => one.seq === seq && one.step === step)?.code
    const report = aReport({ id, seq, step, ...(code ? { code } : {}) })
    const { outcome } = await ask(place.driver, driving.step, report)
    if (outcome !== 'done') throw new Error(`${step} of ${id} was answered ${outcome}`)
    stepped(order, step)
  }

  async function photograph({ driver }: Place, { id }: KnownOrder): Promise<void> {
    const picture = { id, seq: 1, state: 'InTransit', name: 'Bag', fileName: 'a.jpeg' } as const
    const bytes = await aJpeg({ colour: `#${Math.random().toString(16).slice(2, 8).padEnd(6, '0')}` })
    await raw((client) => send(client, driving.picture, picture, bytes), driver)
    witness.pictures.push(id)
  }

  async function countStock(
    { place, dice }: Walk,
    known: KnownCount,
    seenAt: Date | null,
  ): Promise<Date | null> {
    const quantities = byGroup(() => dice(50))
    const counted = await ask(place.bank, stock.count, { component: 'PRBC', seenAt, quantities })
    known.quantities = quantities
    known.counts++
    return counted.countedAt
  }

  async function fillForm({ bank, bankId }: Place, at: number, nth: number): Promise<void> {
    const headers = {
      'idempotency-key': randomUUID(),
      'x-forwarded-for': `10.${at % 250}.7.${Math.floor(nth / formsOfAnAddress)}`,
    }
    const body = { bankId, ...aDonorDraft({ name: `Donor ${at} ${nth}` }) }
    const said = await raw((donor) => donor.raw('POST', '/api/donor-forms', { body, headers }), world.donor)
    const { id } = JSON.parse(said) as { id: string }
    const known: KnownForm = { id, bankId, status: 'incomplete' }
    witness.forms.push(known)
    if (nth % 2 === 0) return
    const { seen, ...form } = await ask(bank, consent.show, { id })
    const draft = { ...draftOf(ConsentForm.parse(form)), findings: { reason: 'A cold' } }
    const isRejected = async () => (await ask(bank, consent.show, { id })).status === 'rejected'
    await act(bank, consent.reject, { id, seen, draft }, isRejected)
    known.status = 'rejected'
  }
}

/** The status follows the driver and never goes back. */
function statusAfter({ units, delivered }: KnownOrder, step: DeliveryStep): RequestStatus {
  if (delivered === Math.ceil(units / 3)) return 'delivery-completed'
  if (delivered > 0) return 'partially-completed'
  return step.replace(' ', '-') as RequestStatus
}
