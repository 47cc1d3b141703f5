import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instantOf, later } from '#domain/basics/time.ts'
import { fateOf, takeStep } from '#domain/driving/stepping.ts'
import { type DeliveryStep, deliverySteps } from '#domain/driving/steps.ts'
import { approve, reject, whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import { cancel, whyNotCancel } from '#domain/requests/cancelling.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { link, whyNotLink } from '#domain/requests/linking.ts'
import { move, moveDeliveries, whyNotApproveInvoice, whyNotMove } from '#domain/requests/moving.ts'
import { emptyDraft, raise } from '#domain/requests/raising.ts'
import { refuseOrder, whyNotRefuse } from '#domain/requests/refusing.ts'
import {
  type BloodRequest,
  type Delivery,
  type OrderType,
  orderTypes,
  type RequestStatus,
  requestStatuses,
} from '#domain/requests/request.ts'
import { approveReservation, whyNotApproveReservation } from '#domain/requests/reserving.ts'
import { completeByClock, dueNow, expire, grace } from '#domain/requests/timing.ts'

const page = join(import.meta.dirname, '..', 'docs', 'states.md')

/** An order with what drivers told of each delivery. */
type Order = { request: BloodRequest; deliveries: (Delivery & { told: DeliveryStep[] })[] }
type Act = { name: string; who: string; on: (order: Order, now: Date) => Order[] }

const bank = { bankId: 'redbank', driverEmail: 'arun@crossmatch.example' }
const pickupAt = instantOf('2026-11-16', '10:00')

/** The rule is asked, and only if nothing speaks against it is the change made. */
const unless =
  (
    whyNot: (request: BloodRequest, now: Date) => unknown,
    change: (order: Order, now: Date) => BloodRequest,
  ) =>
  (order: Order, now: Date): Order[] =>
    whyNot(order.request, now) ? [] : [{ ...order, request: change(order, now) }]

const acts: Act[] = [
  {
    name: 'Approve',
    who: 'hospital admin',
    on: unless(
      (request, now) =>
        whyNotApprove(request, { isApprovingBlocked: false, accountId: '', needsFourEyes: false }, now),
      ({ request }, now) => approve(request, now),
    ),
  },
  {
    name: 'Reject',
    who: 'hospital admin',
    on: unless(whyNotReject, ({ request }, now) => reject(request, now)),
  },
  {
    name: 'cancel',
    who: 'hospital admin',
    on: unless(
      (request) => whyNotCancel(request, 'not wanted'),
      ({ request }, now) => cancel(request, now),
    ),
  },
  {
    name: 'link',
    who: 'provider',
    on: unless(
      (request) => whyNotLink(request, bank),
      ({ request }, now) => link(request, bank, now),
    ),
  },
  {
    name: 'refuse',
    who: 'linked bank',
    on: unless(
      (request) => request.bankId === null || whyNotRefuse({ ...request, haveBagsLeft: false }, 'none left'),
      ({ request }, now) => refuseOrder(request, now),
    ),
  },
  {
    name: 'Approve Reservation',
    who: 'provider',
    on: unless(whyNotApproveReservation, ({ request }, now) => approveReservation(request, now)),
  },
  { name: 'step', who: 'driver', on: (order, now) => stepsOf(order, now).map(({ after }) => after) },
  {
    name: 'Approve Invoice',
    who: 'provider',
    on: unless(whyNotApproveInvoice, ({ request }, now) => move(request, 'completed', now)),
  },
  {
    name: 'completion',
    who: 'clock',
    on: unless(
      (request, now) => dueNow(request, now) !== 'complete',
      ({ request, deliveries }, now) => completeByClock(request, deliveries, now),
    ),
  },
  {
    name: 'expiry',
    who: 'clock',
    on: unless(
      (request, now) => dueNow(request, now) !== 'expire',
      ({ request }) => expire(request),
    ),
  },
]

/** What the order's driver may tell next, and what becomes of it. */
const stepsOf = ({ request, deliveries }: Order, now: Date) =>
  request.driverEmail === null
    ? []
    : deliveries.flatMap(({ seq }) =>
        deliverySteps
          .filter((step) => fateOf({ ...request, deliveries }, { seq, step }, true) === 'next')
          .map((step) => {
            const taken = takeStep(request, deliveries, { seq, step }, { doneAt: now, now })
            const told = taken.deliveries.map((one) =>
              one.seq === seq ? { ...one, told: [...one.told, step] } : one,
            )
            return { seq, step, after: { request: taken.request, deliveries: told } }
          }),
      )

/** In every status, of either type, in one or two deliveries, with and without a bank: as Update DB would leave it. */
function ordersIn(status: RequestStatus): Order[] {
  return orderTypes.flatMap((orderType) =>
    [2, 5].flatMap((units) =>
      [{}, bank].map((linked) => {
        const before = { ...raised(orderType, units), ...linked }
        const request = move(before, status, pickupAt)
        const deliveries = deliveriesFor(units).map((part, at) => ({
          seq: at + 1,
          units: part,
          state: '-',
          deliveredAt: null,
          told: [],
        }))
        return { request, deliveries: moveDeliveries(deliveries, request, pickupAt) }
      }),
    ),
  )
}

const raised = (orderType: OrderType, units: number): BloodRequest =>
  raise(
    {
      ...emptyDraft,
      patientName: 'A',
      patientId: 'A',
      reason: 'A',
      age: 40,
      sex: 'Female',
      bloodGroup: 'O+',
      component: 'PRBC',
      units,
      orderType,
      pickupAt,
      reservationHours: orderType === 'reservation' ? 6 : null,
    },
    { id: '00000000', hospitalId: 'firm', now: pickupAt },
  )

type Way = { act: Act; from: RequestStatus; to: RequestStatus; types: Set<OrderType> }

/** Every act on every order, in time and an hour after the deadline; a driver goes on to the end. */
function waysOf(): Way[] {
  const found = new Map<string, Way>()
  const ask = (act: Act, order: Order, now: Date): void => {
    for (const after of act.on(order, now)) {
      const { status: from, orderType } = order.request
      const to = after.request.status
      const key = `${act.name} ${from} ${to}`
      const way = found.get(key) ?? { act, from, to, types: new Set() }
      found.set(key, { ...way, types: way.types.add(orderType) })
      if (act.name === 'step') ask(act, after, now)
    }
  }
  for (const status of requestStatuses)
    for (const order of ordersIn(status))
      for (const act of acts)
        for (const now of [pickupAt, later(order.request.deadlineAt, grace)]) ask(act, order, now)
  return [...found.values()]
}

/** So many statuses lead to one that lines would hide the others. */
const mostLines = 6

const idOf = (status: string): string => status.replace(/\W/g, '_')
const named = ({ act, types }: Way): string =>
  `${act.name} (${act.who})${types.size === orderTypes.length ? '' : `, ${[...types].join()} only`}`

function requestDiagram(ways: readonly Way[]): string[] {
  const moving = ways.filter(({ from, to }) => from !== to)
  const isCrowded = ({ act, to }: Way) =>
    moving.filter((way) => way.act === act && way.to === to).length > mostLines
  const lines = new Map<string, string[]>()
  for (const way of moving.filter((one) => !isCrowded(one))) {
    const line = `${idOf(way.from)} --> ${idOf(way.to)}`
    lines.set(line, [...(lines.get(line) ?? []), named(way)])
  }
  const notes = new Set(
    moving.filter(isCrowded).map((way) => `note right of ${idOf(way.to)} : by ${named(way)}, see below`),
  )
  return [
    'stateDiagram-v2',
    ...requestStatuses.map((status) => `  state "${status}" as ${idOf(status)}`),
    '  [*] --> pending : raise (staff)',
    ...[...lines].map(([line, names]) => `  ${line} : ${names.join('; ')}`),
    ...[...notes].map((note) => `  ${note}`),
  ]
}

function actTable(ways: readonly Way[]): string[] {
  const rowsOf = (act: Act): string[] => {
    const own = ways.filter((way) => way.act === act)
    const moved = own.filter(({ from, to }) => from !== to)
    const kept = own.filter(({ from, to }) => from === to && !moved.some((way) => way.from === from))
    const targets = [...new Set(moved.map(({ to }) => to))]
    const row = (some: readonly Way[], becomes: string) =>
      `| ${some[0] ? named(some[0]) : act.name} | ${some.map(({ from }) => from).join(', ')} | ${becomes} |`
    return [
      ...targets.map((target) =>
        row(
          moved.filter(({ to }) => to === target),
          target,
        ),
      ),
      ...(kept.length > 0 ? [row(kept, 'stays')] : []),
    ]
  }
  return ['| act | in | becomes |', '|---|---|---|', ...acts.flatMap(rowsOf)]
}

const needsBank = requestStatuses.filter((status) => whyNotMove({ bankId: null }, status))

/** Only what drivers tell; the first delivery, and those after it. */
function deliveryDiagram(): string[] {
  const lines = new Map<string, Set<string>>()
  const drive = (order: Order): void => {
    for (const { seq, step, after } of stepsOf(order, pickupAt)) {
      const before = order.deliveries.find((one) => one.seq === seq)?.state ?? '-'
      const line = `${before === '-' ? '[*]' : idOf(before)} --> ${idOf(step)}`
      lines.set(line, (lines.get(line) ?? new Set()).add(seq === 1 ? 'first' : 'later'))
      drive(after)
    }
  }
  for (const order of ordersIn('bloodbank-approved')) drive(order)
  return [
    'stateDiagram-v2',
    ...deliverySteps.map((step) => `  state "${step}" as ${idOf(step)}`),
    ...[...lines].map(([line, which]) => `  ${line} : ${which.size === 2 ? 'every' : [...which].join()}`),
    `  ${idOf(deliverySteps.at(-1) ?? '')} --> [*]`,
  ]
}

/** What Update DB writes into the two deliveries of an order, by the status that is set. */
function moveTable(): string[] {
  const rows = requestStatuses.flatMap((status) => {
    const [order] = ordersIn(status).filter(({ deliveries }) => deliveries.length === 2)
    const states = order?.deliveries.map(({ state }) => state) ?? []
    return states.every((state) => state === '-') ? [] : [`| ${status} | ${states.join(' | ')} |`]
  })
  return ['| Update DB to | first of two | second of two |', '|---|---|---|', ...rows]
}

export function statesPage(): string {
  const ways = waysOf()
  const drawn = (lines: string[]): string[] => ['```mermaid', ...lines, '```']
  return [
    '# The states of a request and of a delivery',
    '',
    'Written by `npm run states`, not by hand: every act is asked of the rules in `domain/` for every status, of both order types, with and without a bank, in one and in two deliveries, in time and an hour after the deadline. What the acts mean: [product](product.md), §4.',
    '',
    '## A request',
    '',
    ...drawn(requestDiagram(ways)),
    '',
    `Besides, Update DB (provider) sets any status from any; ${needsBank.join(', ')} need a linked bank.`,
    '',
    ...actTable(ways),
    '',
    '## A delivery',
    '',
    'One drive of at most 3 units. These are the steps that its driver tells, of the first delivery of an order and of later ones.',
    '',
    ...drawn(deliveryDiagram()),
    '',
    'Update DB says it of deliveries too, here of an order in two:',
    '',
    ...moveTable(),
    '',
  ].join('\n')
}

export const writtenStates = (): string => readFileSync(page, 'utf8')

if (import.meta.main) writeFileSync(page, statesPage())
