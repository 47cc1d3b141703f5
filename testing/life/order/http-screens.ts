import { isDeepStrictEqual } from 'node:util'
import { driving } from '#contract/driving.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { OutputOf, Route } from '#contract/route.ts'
import { whyNotDownload, whyNotRegenerate } from '#domain/billing/downloading.ts'
import { invoiceParties } from '#domain/billing/invoicing.ts'
import { cameToNothing } from '#domain/requests/listing.ts'
import { whyNotApproveInvoice } from '#domain/requests/moving.ts'
import { mayBeRefused } from '#domain/requests/refusing.ts'
import type { RequestStatus } from '#domain/requests/request.ts'
import { whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { outcomeText, statusText } from '#domain/requests/showing.ts'
import type { Client } from '../../harness/client.ts'
import { minuteAt } from '../time.ts'
import type { People } from './acts.ts'
import { askedOf, handsIn } from './hospital-by-rules.ts'
import type { Seen } from './views.ts'

export type HttpOrder = { readonly id: string; readonly hospital: string; readonly patientName: string }

export type Clients = {
  readonly provider: Client
  readonly admins: ReadonlyMap<string, Client>
  readonly deputies: ReadonlyMap<string, Client>
  readonly staff: ReadonlyMap<string, Client>
  readonly banks: ReadonlyMap<string, Client>
  readonly drivers: ReadonlyMap<string, Client>
}

/** Every list there is, asked by everybody who has it, and the same words over it as the screens have. */
export function screensOf(people: People, clients: Clients, made: readonly HttpOrder[]) {
  /** What was handed out when it was last tried, by what could have changed it. */
  const tried = new Map<string, string>()
  return async function seen(now: Date): Promise<Seen[]> {
    const lists = await listsOf(people, clients, made)
    const all = made.map((order) => seenIn(lists, order, now))
    await Promise.all(made.map((order, at) => tryDownloads(order, lists, all[at] as Seen)))
    return all
  }

  /** What a screen offers is handed out, and nothing else, to nobody else. */
  async function tryDownloads({ id, hospital }: HttpOrder, lists: Lists, shown: Seen): Promise<void> {
    const order = rowOf(lists.orders, id)
    if (order.hospitalInvoicePath === null && order.bankInvoicePath === null) return
    const state = [order.status, order.bankId, order.hospitalInvoicePath, order.bankInvoicePath].join(' ')
    if (tried.get(id) === state) return
    tried.set(id, state)
    const has = async (client: Client, party: string, name: string) => {
      const { status, headers } = await client.raw('GET', `/api/requests/${id}/invoices/${party}`)
      if (status === 200 && !headers.get('content-disposition')?.includes(`-${party}-${name}-invoice`))
        throw new Error(`${name} gets ${headers.get('content-disposition')}`)
      return status === 200
    }
    const [inHospital, inOther, ofBanks, ofProvider] = await Promise.all([
      has(clients.admins.get(hospital) as Client, 'hospital', hospital),
      Promise.all(
        [...clients.admins]
          .filter(([other]) => other !== hospital)
          .map(([other, one]) => has(one, 'hospital', other)),
      ),
      Promise.all(
        people.banks.map(
          async (bank) => [bank, await has(clients.banks.get(bank) as Client, 'bloodbank', bank)] as const,
        ),
      ),
      Promise.all(
        invoiceParties.map(async (party) => {
          const name = party === 'hospital' ? hospital : (order.bankId ?? '')
          return (await has(clients.provider, party, name)) ? [party] : []
        }),
      ),
    ])
    const got = {
      hospital: inHospital,
      other: inOther.some(Boolean),
      banks: ofBanks.filter(([, isHanded]) => isHanded).map(([bank]) => bank),
      provider: ofProvider.flat(),
    }
    const offered = {
      hospital: shown.requestStatus.invoice,
      other: false,
      banks: Object.entries(shown.banks)
        .filter(([, { invoice }]) => invoice)
        .map(([bank]) => bank),
      provider: shown.orders.invoices,
    }
    if (!isDeepStrictEqual(got, offered))
      throw new Error(
        `${id}: the screens offer ${JSON.stringify(offered)}, handed out is ${JSON.stringify(got)}`,
      )
  }
}

type Lists = Awaited<ReturnType<typeof listsOf>>

async function listsOf(people: People, clients: Clients, made: readonly HttpOrder[]) {
  const names = made.map(({ patientName }) => patientName)
  const of = (among: ReadonlyMap<string, Client>, id: string) => among.get(id) as Client
  const hospitals = people.hospitals.map(async (id) => {
    const client = of(clients.admins, id)
    const [list, deliveries, live, { items: pending, needsFourEyes }] = await Promise.all([
      ask(client, requests.list, '?limit=100'),
      ask(client, requests.deliveries),
      ask(client, requests.live),
      askWhole(client, requests.pending),
    ])
    return { id, list, deliveries, live, pending, needsFourEyes }
  })
  const drivers = people.drivers.map(async (id) => {
    const query = (view: string) => `?view=${view}&driver=${encodeURIComponent(id)}`
    const [ongoing, history, page] = await Promise.all([
      ask(clients.provider, orders.ofDriver, query('ongoing'), names),
      ask(clients.provider, orders.ofDriver, query('history'), names),
      ask(of(clients.drivers, id), driving.list, '', names),
    ])
    return { id, ongoing, history, page }
  })
  const banks = people.banks.map(async (id) => ({
    id,
    issued: await ask(of(clients.banks, id), issuing.list, '', names),
  }))
  const all = ask(
    clients.provider,
    orders.list,
    `?${people.hospitals.map((id) => `hospital=${id}`).join('&')}`,
  )
  const lists = {
    hospitals: await Promise.all(hospitals),
    drivers: await Promise.all(drivers),
    banks: await Promise.all(banks),
    orders: await all,
  }
  for (const { id, list, deliveries, live, pending } of lists.hospitals)
    for (const row of [...list, ...deliveries, ...live, ...pending])
      if (made.find((one) => one.id === row.id)?.hospital !== id) throw new Error(`${id} sees ${row.id}`)
  return lists
}

type Items<R extends Route> = OutputOf<R> extends { items: (infer Row)[] } ? Row[] : never

/** As it crosses the wire: what nobody outside the hospital may read is looked for in all of it. */
async function ask<R extends Route>(
  client: Client,
  route: R,
  query = '',
  forbidden: readonly string[] = [],
): Promise<Items<R>> {
  return ((await askWhole(client, route, query, forbidden)) as { items: Items<R> }).items
}

async function askWhole<R extends Route>(
  client: Client,
  route: R,
  query = '',
  forbidden: readonly string[] = [],
): Promise<OutputOf<R>> {
  const { status, text, json } = await client.raw('GET', `${route.path}${query}`)
  if (status !== 200) throw new Error(`${route.path} answered ${status}: ${text}`)
  const name = forbidden.find((one) => text.includes(one))
  if (name) throw new Error(`${route.path} tells the patient's name: ${text}`)
  return route.output.parse(json()) as OutputOf<R>
}

function rowOf<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
  const row = rows.find((one) => one.id === id)
  if (!row) throw new Error(`${id} is in no list of the provider or its hospital`)
  return row
}

function seenIn(lists: Lists, { id, hospital }: HttpOrder, now: Date): Seen {
  const own = lists.hospitals.find((one) => one.id === hospital) as Lists['hospitals'][number]
  const byId = (row: { id: string }) => row.id === id
  const row = rowOf(own.list, id)
  const order = rowOf(lists.orders, id)
  const delivery = own.deliveries.find(byId)
  const live = own.live.find(byId)
  return {
    requestStatus: {
      status: statusText(row),
      outcome: outcomeText(row),
      invoice: whyNotDownload(row, 'hospital', 'hospital') === null,
      ...handsIn(row),
    },
    approval: own.pending.some(byId),
    needsFourEyes: own.needsFourEyes,
    asked: { hospital: askedOf(row), provider: askedOf(order) },
    deliveryStatus: delivery
      ? {
          text: delivery.deliveryStatus,
          outcome: isOneOf(cameToNothing, delivery) ? statusText(delivery) : outcomeText(delivery),
          deliveredAt: minuteAt(delivery.deliveredAt),
          deliveries: delivery.deliveries.map(({ units, state, deliveredAt }) => ({
            units,
            state,
            deliveredAt: minuteAt(deliveredAt),
          })),
        }
      : null,
    liveStatus: live ? { status: statusText(live), text: live.deliveryStatus } : null,
    orders: {
      status: statusText(order),
      outcome: outcomeText(order),
      bank: order.bankId,
      driver: order.driverEmail,
      note: order.note,
      refusedBy: order.refusedBy,
      isExpired: order.expired,
      invoices: invoiceParties.filter((party) => whyNotDownload(order, party, 'provider') === null),
      billedAs: order.invoiceKind,
      mayApproveReservation: whyNotApproveReservation(order, now) === null,
      mayApproveInvoice: whyNotApproveInvoice(order)?.code !== 'not-delivered',
      mayRegenerate: whyNotRegenerate(order) === null,
    },
    drivers: Object.fromEntries(
      lists.drivers.flatMap((driver) => {
        const carried = driver.history.find(byId)
        if (!carried) return []
        const isOngoing = driver.ongoing.some(byId)
        return [[driver.id, { status: statusText(carried), isOngoing }]]
      }),
    ),
    banks: Object.fromEntries(
      lists.banks.flatMap(({ id: bank, issued }) =>
        issued.filter(byId).map((one) => [
          bank,
          {
            status: statusText(one),
            outcome: outcomeText(one),
            invoice: whyNotDownload(one, 'bloodbank', 'bank') === null,
            mayRefuse: mayBeRefused(one),
          },
        ]),
      ),
    ),
    driving: Object.fromEntries(
      lists.drivers.flatMap(({ id: driver, page }) =>
        page
          .filter(byId)
          .map(({ deliveries }) => [driver, deliveries.map(({ steps }) => steps.map(({ step }) => step))]),
      ),
    ),
  }
}

const isOneOf = (among: readonly RequestStatus[], { status }: { status: RequestStatus }) =>
  among.includes(status)
