import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { driving } from '#contract/driving.ts'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { issuing } from '#contract/issuing.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { InputOf } from '#contract/route.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { isForDriver } from '#domain/messages/budget.ts'
import { orderKinds } from '#domain/messages/order-kinds.ts'
import { invoicesOn } from '#server/billing/invoices.ts'
import { kindsReactedTo } from '#server/db/reacting.ts'
import { transactOn } from '#server/db/work.ts'
import type { Drawing } from '#server/documents/drawing.ts'
import { requestReactions } from '#server/requests/reactions.ts'
import { sweepRequests } from '#server/requests/sweeping.ts'
import { nextNumber } from '../../../server/demo/makers/rows.ts'
import type { Client } from '../../harness/client.ts'
import type { TestService } from '../../harness/service.ts'
import { aReport, codeOf } from '../../makers/driving.ts'
import { aBank, aDriver, anAccount, aStaffedHospital } from '../../makers/makers.ts'
import { aPdf, send } from '../../makers/pictures.ts'
import { somePrices, thePrices } from '../../makers/prices.ts'
import { instantAt } from '../time.ts'
import type { World } from '../walking.ts'
import { draftOf, codeOf as reasonOf } from './hospital-by-rules.ts'
import { type Clients, type HttpOrder, screensOf } from './http-screens.ts'
import type { Orders } from './kind.ts'
import type { Act, Answer, Hand } from './life.ts'

type Order = HttpOrder & {
  report: { readonly driver: string; readonly doneAt: Date; readonly sent: ReturnType<typeof aReport> } | null
}

/** Worlds of one real service, each with people of its own: nobody else's order may be seen by them. */
export function ordersOverHttp(service: TestService, drawing: Drawing): () => Promise<World<Orders>> {
  const work = workerOf(service, drawing)
  return () => aWorld(service, work)
}

async function aWorld(service: TestService, work: ReturnType<typeof workerOf>): Promise<World<Orders>> {
  const { db, clock } = service
  const { people, clients, phones } = await peopleOf(service)
  const made: Order[] = []
  const screens = screensOf(people, clients, made)
  const move = (now: number) => clock.standAt(instantAt(now))

  return {
    people,
    async begin(wish, now) {
      move(now)
      const patientName = `Canary${nextNumber()} Patient`
      const client = handOf(wish.hospital, wish.by)
      const { id } = await client.done(requests.raise, draftOf(wish, instantAt(now), { patientName }))
      made.push({ id, hospital: wish.hospital, patientName, report: null })
    },
    act(at, act, now) {
      move(now)
      return actOn(made[at] as Order, act, instantAt(now))
    },
    async befall(act, now) {
      move(now)
      if (act.kind === 'sweep') await work.sweep()
      else if (act.kind === 'four eyes')
        await handOf(act.hospital, 'chief').done(requests.setFourEyes, { isNeeded: act.isNeeded })
      else await work.bill(made.map(({ id }) => id))
    },
    async seen(now) {
      move(now)
      const messages = await messagesOf()
      return (await screens(instantAt(now))).map((seen, at) => ({ ...seen, messages: messages[at] ?? [] }))
    },
  }

  function handOf(hospital: string, by: Hand): Client {
    const among = { chief: clients.admins, deputy: clients.deputies, nurse: clients.staff }
    return among[by].get(hospital) as Client
  }

  async function messagesOf() {
    const rows = await db
      .selectFrom('notifications')
      .innerJoin('events', 'events.id', 'notifications.eventId')
      .select(['subjectId', 'channel', 'notifications.kind', 'recipient', 'body', 'eventId'])
      .where(
        'subjectId',
        'in',
        made.map(({ id }) => id),
      )
      // who is rung beside the messages of the specification is seen by rules of its own (server/requests/bells.test.ts)
      .where('notifications.kind', 'not in', Object.keys(orderKinds))
      .execute()
    return made.map(({ id }) =>
      // to several phones of one hospital it is one message
      [
        ...new Map(
          rows
            .filter(({ subjectId }) => subjectId === id)
            .map((row) => [`${row.eventId} ${row.kind} ${row.channel}`, messageOf(row, phones)]),
        ).values(),
      ].sort(),
    )
  }

  async function actOn(order: Order, act: Act, now: Date): Promise<Answer> {
    const { id } = order
    const { provider } = clients
    const { version, invoiceKind, component } = await db
      .selectFrom('requests')
      .select(['version', 'invoiceKind', 'component'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const seen = { id, version }
    switch (act.kind) {
      case 'approve':
      case 'reject':
      case 'undo':
        return answerOf(await handOf(order.hospital, act.by).call(requests[act.kind], seen))
      case 'cancel': {
        const client = handOf(order.hospital, act.by)
        return answerOf(await client.call(requests.cancel, { ...seen, reason: 'not wanted' }))
      }
      case 'say why': {
        const told = { why: reasonOf[act.why], note: act.note }
        return answerOf(await handOf(order.hospital, act.by).call(requests.sayWhy, { ...seen, ...told }))
      }
      case 'amend': {
        const { patientName } = order
        const draft = draftOf(act.asked, now, { patientName })
        return answerOf(await handOf(order.hospital, act.by).call(requests.amend, { ...seen, ...draft }))
      }
      case 'link':
        return answerOf(
          await provider.call(orders.link, { ...seen, bankId: act.bank, driverEmail: act.driver }),
        )
      case 'refuse': {
        const bank = clients.banks.get(act.bank) as Client
        return answerOf(await bank.call(issuing.refuse, { ...seen, reason: 'none left' }))
      }
      case 'step': {
        const doneAt = new Date(now.getTime() - act.ago * 60_000)
        const code = await codeIn(id, act)
        // platelets travel warm: measured as red cells are, they would be stopped (AMB-262)
        const temperature = component === 'SDP' ? 22 : 4.5
        const told = { id, stepId: randomUUID(), seq: act.seq, step: act.step, temperature }
        const sent = aReport({ ...told, ...code }, now)
        order.report = { driver: act.driver, doneAt, sent }
        return tell(order, now)
      }
      case 'again':
        return tell(order, now)
      case 'move': {
        const { status, note, text } = act
        return answerOf(
          await provider.call(orders.move, {
            ...seen,
            status,
            ...(note ? { note } : {}),
            ...(text ? { deliveryText: text } : {}),
          }),
        )
      }
      case 'approve reservation':
        return answerOf(await provider.call(orders.approveReservation, seen))
      case 'approve invoice':
        return answerOf(await provider.call(orders.approveInvoice, seen))
      case 'regenerate': {
        const answers = []
        for (const InvoiceType of invoiceParties)
          answers.push(
            await provider.call(namedCalls.generateInvoice, { docID: id, type: invoiceKind, InvoiceType }),
          )
        return answers.map(answerOf).find((one) => one !== 'done') ?? 'done'
      }
      case 'upload':
        return answerOf(
          await upload(provider, { ...seen, party: act.party, fileName: 'a.pdf' }, aPdf(`of ${id}`)),
        )
      default:
        throw new Error(`${act.kind} is nobody's act on one order`)
    }
  }

  /** So many may be on their way for one account; the next is told to come back, and does. */
  async function upload(
    provider: Client,
    what: InputOf<typeof invoiceFiles.upload>,
    file: Uint8Array,
  ): Promise<{ status: number }> {
    for (;;) {
      const answer = await send(provider, invoiceFiles.upload, what, file)
      if (answer.status !== 429) return answer
      await sleep(100)
    }
  }

  /** The phone sends what it did as long ago as it was. */
  async function tell({ report }: Order, now: Date): Promise<Answer> {
    if (report === null) return 'unknown'
    const client = clients.drivers.get(report.driver) as Client
    const { status, body } = await client.call(driving.step, {
      ...report.sent,
      doneAt: report.doneAt,
      sentAt: now,
    })
    return status === 200 ? body.outcome : answerOf({ status })
  }

  /** The hospital reads it out; of a delivery that there is not, anything. */
  async function codeIn(id: string, { seq, step }: Extract<Act, { kind: 'step' }>) {
    if (step !== 'sample acquired' && step !== 'delivered') return {}
    return { code: await codeOf(db, { id, seq, step }).catch(() => '000000') }
  }
}

function answerOf({ status }: { status: number }): Answer {
  if (status < 300) return 'done'
  if (status === 404) return 'unknown'
  if (status === 409 || status === 422) return 'refused'
  throw new Error(`answered ${status}`)
}

type Row = { channel: string; kind: string; recipient: string; body: string }

function messageOf({ channel, kind, recipient, body }: Row, phones: ReadonlyMap<string, string>): string {
  if (!isForDriver(kind)) return `${channel} ${kind}`
  return `${channel} ${phones.get(recipient)} ${/is not yours/.test(body) ? 'not yours' : 'yours'}`
}

async function peopleOf(service: TestService) {
  const { db } = service
  // an ended subscription is a notice and stops nothing (AMB-215)
  const hospitals = [
    await aStaffedHospital(db),
    await aStaffedHospital(db, { accountStatus: 'subscription-ended' }),
  ]
  const deputies = []
  for (const { hospital } of hospitals) {
    const grant = { product: 'pilot', role: 'admin', organisationId: hospital.id } as const
    deputies.push([hospital.id, await anAccount(db, { email: `${hospital.id}.deputy`, grant })] as const)
  }
  const banks = [await aBank(db), await aBank(db)]
  for (const { id } of banks) {
    await anAccount(db, { email: `${id}_bloodbank` })
    await thePrices(db, { ...somePrices, SDP: 900_00 }, id)
  }
  const drivers = []
  for (let count = 0; count < 2; count++)
    drivers.push(await aDriver(db, { phone: `+9198500${String(nextNumber()).padStart(5, '0')}` }))
  const clients: Clients = {
    provider: service.as('bloodsupport'),
    admins: new Map(hospitals.map(({ hospital, admin }) => [hospital.id, service.as(admin)])),
    deputies: new Map(deputies.map(([id, { email }]) => [id, service.as(email)])),
    staff: new Map(hospitals.map(({ hospital, staff }) => [hospital.id, service.as(staff)])),
    banks: new Map(banks.map(({ id }) => [id, service.as(`${id}_bloodbank`)])),
    drivers: new Map(drivers.map(({ email }) => [email, service.as(email)])),
  }
  return {
    clients,
    people: {
      hospitals: hospitals.map(({ hospital }) => hospital.id),
      banks: banks.map(({ id }) => id),
      drivers: drivers.map(({ email }) => email),
    },
    phones: new Map(drivers.map(({ email, phone }) => [phone, email])),
  }
}

/** The worker's part, done when the walk says so and not by the minute. */
function workerOf({ db, jobs, clock, settings, files, settled }: TestService, drawing: Drawing) {
  const reactions = requestReactions({
    providers: settings.PROVIDER_MAILS,
    dev: settings.DEV_MAILS,
    publicUrl: settings.publicUrl,
    driverUrl: settings.driverUrl,
  })
  const transact = transactOn({
    db,
    jobs,
    reactedTo: kindsReactedTo(reactions),
    afterCommit: () => undefined,
  })
  const invoices = invoicesOn({ db, transact, files, drawing, clock })
  return {
    async sweep() {
      const found = await sweepRequests({
        db,
        transact,
        clock,
        onError: (error) => {
          throw error
        },
      })
      await settled()
      return found
    },
    async bill(ids: readonly string[]) {
      for (const id of await toBill(ids)) await invoices.makeMissing(id)
    },
  }

  /** Takes them out of the queue, as a worker does. */
  async function toBill(ids: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      delete from pgboss.job where name = 'make-invoices' and data ->> 'requestId' = any(${ids})
      returning data ->> 'requestId' as id`.execute(db)
    return rows.map(({ id }) => id)
  }
}
