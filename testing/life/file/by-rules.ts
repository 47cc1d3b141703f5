import { invoiceEndings, pictureEndings, whyNotUpload } from '#domain/basics/uploading.ts'
import { viewerOf, whyNotDownload } from '#domain/billing/downloading.ts'
import { keepInvoice, whyNotKeepInvoice } from '#domain/billing/invoice-upload.ts'
import { type InvoiceParty, invoiceOf, invoicePath } from '#domain/billing/invoicing.ts'
import { isOpenToDriver } from '#domain/driving/stepping.ts'
import type { Actor } from '#domain/people/actor.ts'
import { isProvider } from '#domain/people/actor.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { link, whyNotLink } from '#domain/requests/linking.ts'
import { move, moveDeliveries, whyNotMove } from '#domain/requests/moving.ts'
import { type PictureState, picturePath, whyNotKeep } from '#domain/requests/pictures.ts'
import { raise } from '#domain/requests/raising.ts'
import type { BloodRequest, Delivery } from '#domain/requests/request.ts'
import { whyStale } from '#domain/requests/stale.ts'
import { aDraft } from '../../makers/makers.ts'
import { instantAt } from '../time.ts'
import type { World } from '../walking.ts'
import { type Act, type Files, type Got, type People, type Seen, types, type Wish } from './model.ts'

const people: People = {
  hospitals: ['firm', 'noble'],
  banks: ['redbank', 'bluebank'],
  drivers: ['arun@crossmatch.example', 'meena@crossmatch.example'],
}

export const fileNameOf = (ending: string, content: Act & { content: string }): string =>
  content.content === 'named' ? 'file.exe' : `file.${ending}`

type Order = {
  request: BloodRequest
  deliveries: Delivery[]
  readonly drivers: string[]
  /** By its path: what is in the file. */
  readonly store: Map<string, number>
  /** Path of each picture, by what it is of. */
  readonly pictures: Map<string, string>
}

/** The rules of uploads and downloads, put together as the handlers do it. */
export function filesByRules(): World<Files> {
  const orders: Order[] = []
  return {
    people,
    begin: (wish, now) => void orders.push(approved(wish, instantAt(now), orders.length)),
    act: (at, act, now) => actOn(orders[at] as Order, act, instantAt(now)),
    seen: () => orders.map(seenIn),
  }
}

function approved({ hospital }: Wish, now: Date, at: number): Order {
  const request = raise(aDraft(now), { id: `0000000${at}`, hospitalId: hospital, now })
  const deliveries = deliveriesFor(request.units).map((units, index) => ({
    ...{ seq: index + 1, units },
    ...{ state: '-', deliveredAt: null },
  }))
  const order = { deliveries, drivers: [], store: new Map(), pictures: new Map() }
  return { ...order, request: { ...request, status: 'hospital-admin-approved' } }
}

function actOn(order: Order, act: Act, now: Date): string {
  const { request } = order
  switch (act.kind) {
    case 'move':
      if (whyNotMove(request, act.status)) return 'refused'
      order.request = move(request, act.status, now)
      order.deliveries = moveDeliveries(order.deliveries, order.request, now)
      return 'done'
    case 'link': {
      const wish = { bankId: act.bank, driverEmail: act.driver }
      if (whyNotLink(request, wish)) return 'refused'
      order.request = link(request, wish, now)
      if (!order.drivers.includes(act.driver)) order.drivers.push(act.driver)
      return 'done'
    }
    case 'invoice': {
      const file = { name: fileNameOf('pdf', act), size: 500 }
      // what is really in a file only the server can tell
      if (whyNotUpload(file, invoiceEndings) || act.content === 'wrong') return 'refused'
      if (whyNotKeepInvoice(request, act.party)) return 'refused'
      if (whyStale(request, request.version - (act.isOld ? 1 : 0))) return 'stale'
      order.request = keepInvoice(request, act.party, now)
      order.store.set(invoicePath(act.party, request), act.number)
      return 'done'
    }
    case 'picture':
      return keepPicture(order, act)
    case 'lose': {
      const path =
        act.what === 'hospital' || act.what === 'bloodbank'
          ? invoiceOf(request, act.what)
          : order.pictures.get(act.what)
      return path && order.store.delete(path) ? 'done' : 'nothing'
    }
  }
}

function keepPicture(order: Order, act: Extract<Act, { kind: 'picture' }>): string {
  const { request, deliveries, drivers } = order
  if (act.driver !== null && !drivers.includes(act.driver)) return 'unknown'
  const file = { name: fileNameOf('jpg', act), size: 500 }
  const configured = types.map(typeOf)
  const { state, name } = typeOf(act.type)
  if (whyNotUpload(file, pictureEndings) || whyNotKeep(true, configured, { state, name })) return 'refused'
  if (act.content === 'wrong') return 'refused'
  const isOwn =
    act.driver === null || (request.driverEmail === act.driver && isOpenToDriver({ ...request, deliveries }))
  const aside = isOwn ? 0 : drivers.indexOf(act.driver ?? '') + 1
  const path = picturePath(request.id, state, name, { seq: 1, aside })
  order.pictures.set(isOwn ? act.type : `${act.type} of ${act.driver}`, path)
  order.store.set(path, act.number)
  return 'done'
}

export function typeOf(type: string): { state: PictureState; name: string } {
  const [state, name] = type.split(' ')
  return { state: state as PictureState, name: name ?? '' }
}

const memberOf = (
  product: 'admin' | 'pilot' | 'bloodbank',
  organisationId: string | null,
  role: 'admin' | 'staff' = 'admin',
): Actor => ({
  ...{ kind: 'member', accountId: 'a', email: 'a@crossmatch.example', displayName: 'A' },
  ...{ product, role, organisationId, accountStatus: 'active', isApprovingBlocked: false },
})

function seenIn({ request, store, pictures }: Order): Seen {
  const got = (actor: Actor): [Got, Got] => [ofParty(actor, 'hospital'), ofParty(actor, 'bloodbank')]
  function ofParty(actor: Actor, party: InvoiceParty): Got {
    const viewer = viewerOf(actor, request, party)
    if (viewer === null || whyNotDownload(request, party, viewer)) return null
    return store.get(invoiceOf(request, party) ?? '') ?? null
  }
  const hospitals = people.hospitals.filter((one) => one !== request.hospitalId)
  const banks = people.banks.map((bank) => [bank, got(memberOf('bloodbank', bank))] as const)
  const drivers = people.drivers.map(
    (email): Actor => ({ kind: 'driver', accountId: 'd', email, displayName: 'D' }),
  )
  const inOrder = [...pictures].sort(([one], [other]) => (one < other ? -1 : 1))
  const numbers = inOrder.map(([name, path]) => [name, store.get(path) ?? null] as const)
  return {
    provider: got(memberOf('admin', null)),
    hospitalAdmin: got(memberOf('pilot', request.hospitalId)),
    hospitalStaff: got(memberOf('pilot', request.hospitalId, 'staff')),
    otherHospital: got(memberOf('pilot', hospitals[0] ?? '')),
    banks: Object.fromEntries(banks.filter(([, both]) => both.some((one) => one !== null))),
    strangers: [...drivers.flatMap(got), null, null],
    pictures: Object.fromEntries(numbers),
    archive: numbers.flatMap(([, number]) => number ?? []).sort((one, other) => one - other),
    picturesOfOthers: [...drivers, memberOf('pilot', request.hospitalId)].filter(isProvider).length,
  }
}
