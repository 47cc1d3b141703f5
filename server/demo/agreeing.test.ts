import { expect, test } from 'vitest'
import { fateOf, soFar, takeStep } from '#domain/driving/stepping.ts'
import { type DeliveryStep, driven } from '#domain/driving/steps.ts'
import { deliveriesFor } from '#domain/requests/delivering.ts'
import { move, moveDeliveries } from '#domain/requests/moving.ts'
import { refuseOrder, whyNotRefuse } from '#domain/requests/refusing.ts'
import type { BloodRequest, Delivery } from '#domain/requests/request.ts'
import { toldByDrivers } from './driving.ts'
import { demoRequests } from './fill.ts'
import type { MadeRequest } from './makers/requests.ts'

type Told = ReturnType<typeof toldByDrivers>['steps'][number]
type State = { request: BloodRequest; deliveries: Delivery[] }

/** Its life once more, each act by the rule that the product has for it. */
function lived({ request, steps }: MadeRequest, told: readonly Told[]): State & { faults: string[] } {
  const faults: string[] = []
  const deliveries = deliveriesFor(request.units).map((units, at) => ({
    seq: at + 1,
    units,
    state: '-',
    deliveredAt: null,
  }))
  const stamps = { deliveredAt: null, firstCompletedAt: null, deliveryTemperature: null, isLate: false }
  const unlinked = { bankId: null, driverEmail: null, linkedAt: null, refusedBy: [] }
  const start: State = {
    request: { ...request, ...stamps, ...unlinked, status: 'pending', deliveryStatus: '-', version: 1 },
    deliveries,
  }
  const heard: Told[] = []
  const end = steps.slice(1).reduce<State>((state, event) => {
    const row = event.kind === 'delivery-step-done' && told.find((one) => isAbout(event.detail, one))
    if (event.kind === 'request-refused') {
      const { bank, reason } = JSON.parse(event.detail) as { bank: string; reason: string }
      const fault = whyNotRefuse({ ...state.request, haveBagsLeft: false }, reason)
      if (fault || bank !== state.request.bankId) faults.push(`refused by ${bank}: ${fault?.code}`)
      return { request: refuseOrder(state.request, event.at), deliveries: state.deliveries }
    }
    if (!row) {
      const { bankId, driverEmail, at: linkedAt } = event
      const linked = event.kind === 'request-linked' && { bankId, driverEmail, linkedAt }
      const moved = { ...move(state.request, event.to, event.at), ...linked }
      return { request: moved, deliveries: moveDeliveries(state.deliveries, moved, event.at) }
    }
    const { seq, temperature } = row
    const step = row.step as DeliveryStep
    const fate = fateOf({ ...state.request, deliveries: toldOf(state, heard) }, { seq, step }, true)
    if (fate !== 'next') faults.push(`${step} of ${seq} is ${fate}`)
    heard.push(row)
    const times = { doneAt: row.doneAt as Date, now: event.at }
    return takeStep(
      state.request,
      state.deliveries,
      { seq, step, temperature: temperature ?? undefined },
      times,
    )
  }, start)
  if (heard.length < told.length) faults.push('a step without its event')
  return { ...end, faults }
}

const isAbout = (detail: string, { seq, step }: Told): boolean => {
  const said = JSON.parse(detail) as { seq: number; step: string }
  return said.seq === seq && said.step === step
}

const toldOf = ({ deliveries }: Pick<State, 'deliveries'>, rows: readonly Told[]) =>
  deliveries.map((delivery) => ({
    ...delivery,
    told: rows.filter(({ seq }) => seq === delivery.seq).map(({ step }) => step as DeliveryStep),
  }))

/** What one party reads that does not fit what another does, or what happened. */
function faultsOf(made: MadeRequest, told: readonly Told[], now: Date): string[] {
  const { request, steps } = made
  const { faults, ...after } = lived(made, told)
  const say = (name: string, is: unknown, should: unknown) => {
    const [one, other] = [JSON.stringify(is), JSON.stringify(should)]
    if (one !== other) faults.push(`${name} is ${one}, should be ${other}`)
  }
  const byRule = [
    'status',
    'deliveryStatus',
    'deliveredAt',
    'isLate',
    'firstCompletedAt',
    'version',
    'bankId',
    'driverEmail',
    'linkedAt',
    'refusedBy',
  ] as const
  for (const name of byRule) say(name, request[name], after.request[name])
  say('deliveryTemperature', request.deliveryTemperature, after.request.deliveryTemperature)
  const deliveries = made.deliveries.map(({ seq, units, state, deliveredAt }) => ({
    seq,
    units,
    state: state ?? '-',
    deliveredAt: (deliveredAt ?? null) as Date | null,
  }))
  say('deliveries', deliveries, after.deliveries)
  // what the hospital reads of each delivery is what its driver did last
  if (driven.includes(request.status))
    for (const { seq, done } of soFar(request.status, toldOf({ deliveries }, told)))
      say(`delivery ${seq} for the hospital`, deliveries[seq - 1]?.state, done.at(-1) ?? '-')
  const timeOf = (to: BloodRequest['status']) => steps.find((step) => step.to === to)?.at ?? null
  say('approvedAt', request.approvedAt, timeOf('hospital-admin-approved'))
  say('updatedAt', request.updatedAt, steps.at(-1)?.at)
  steps.forEach(({ at, fromStatus }, index) => {
    const before = steps[index - 1]
    if (at > now || (before && before.at > at)) faults.push(`event ${index + 1} lies before the one before`)
    say(`event ${index + 1} from`, fromStatus, before?.to ?? null)
  })
  return faults.map((fault) => `${request.id} ${request.status}: ${fault}`)
}

test.each(['10:42', '03:05', '17:16', '23:55'])(
  'of every order of the demonstration hospital, driver and provider read the same: filled at %s',
  (time) => {
    const now = new Date(`2026-11-15T${time}:00+05:30`)
    const { requests, steps } = toldByDrivers(demoRequests(now), now)
    const faults = requests.flatMap((one) =>
      faultsOf(
        one,
        steps.filter(({ requestId }) => requestId === one.request.id),
        now,
      ),
    )
    expect(faults.slice(0, 20)).toEqual([])
  },
)
