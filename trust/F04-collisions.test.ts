import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { hours, instantOf, later, minutes } from '#domain/basics/time.ts'
import type { BloodRequest, RequestStatus } from '#domain/requests/request.ts'
import { transactOn } from '#server/db/work.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { sweepRequests } from '#server/requests/sweeping.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { arun, john, meena } from '#testing/makers/linked-orders.ts'
import { anAccount, aRequest } from '#testing/makers/makers.ts'
import { figure } from './figure.ts'

type Size = { rounds: number; callers: number }
type Seen = Pick<BloodRequest, 'id' | 'version'>
/** The status that it was answered with; the clock's work has none. */
type Act = (seen: Seen, nth: number) => Promise<number | null>
type Race = { wish: RequestWish; acts: readonly Act[] }

const now = instantOf('2026-11-16', '10:00')

/** What people do to one request at the same moment, each with the version that they see. */
async function racesOf(service: TestService): Promise<Record<string, Race>> {
  const { db, jobs, clock } = service
  const grant = { product: 'admin', role: 'admin', organisationId: null } as const
  await anAccount(db, { email: 'night.desk', grant })
  await anAccount(db, { email: 'firm_admin' })
  const admins = [service.as('firm'), service.as('firm_admin')]
  const desks = [service.as('bloodsupport'), service.as('night.desk')]
  const bank = service.as('redbank_bloodbank')
  const one = <Of>(of: readonly Of[], nth: number): Of => of[nth % of.length] as Of
  const nothing = { reactedTo: new Set<never>(), afterCommit: () => undefined, onPosted: () => undefined }
  const transact = transactOn({ db, jobs, ...nothing })
  const decide =
    (act: 'approve' | 'reject'): Act =>
    async (seen, nth) =>
      (await one(admins, nth).call(requests[act], seen)).status
  const cancel: Act = async (seen, nth) =>
    (await one(admins, nth).call(requests.cancel, { ...seen, reason: 'No longer needed' })).status
  const link: Act = async (seen, nth) =>
    (
      await one(desks, nth).call(orders.link, {
        ...seen,
        bankId: one(['redbank', 'bluebank'], nth),
        driverEmail: one([arun, meena, john], nth),
      })
    ).status
  const moveTo =
    (status: RequestStatus): Act =>
    async (seen, nth) =>
      (await one(desks, nth).call(orders.move, { ...seen, status })).status
  const write: Act = async (seen, nth) =>
    (await one(desks, nth).call(requests.writeDeliveryStatus, { ...seen, text: `at the gate ${nth}` })).status
  const refuse: Act = async (seen) =>
    (await bank.call(issuing.refuse, { ...seen, reason: 'No such unit' })).status
  const complete: Act = async (seen, nth) => (await one(desks, nth).call(orders.approveInvoice, seen)).status
  const reserve: Act = async (seen, nth) =>
    (await one(desks, nth).call(orders.approveReservation, seen)).status
  const sweep: Act = async () => {
    await sweepRequests({
      db,
      transact,
      clock,
      onError: (error) => {
        throw error
      },
    })
    return null
  }
  const linked = { bankId: 'redbank', driverEmail: arun }
  const due = { orderType: 'reservation', deadlineAt: later(now, minutes(-90)) } as const
  return {
    decide: { wish: { status: 'pending' }, acts: [decide('approve'), decide('reject'), cancel] },
    link: { wish: { status: 'hospital-admin-approved' }, acts: [link, link, cancel, moveTo('cancelled')] },
    refuse: {
      wish: { status: 'bloodbank-approved', ...linked },
      acts: [refuse, link, moveTo('issued'), write],
    },
    complete: {
      wish: { status: 'delivery-completed', ...linked },
      acts: [complete, moveTo('completed'), write],
    },
    reserve: {
      wish: {
        status: 'bloodbank-approved',
        orderType: 'reservation',
        deadlineAt: later(now, hours(2)),
        ...linked,
      },
      acts: [reserve, moveTo('cancelled')],
    },
    clock: {
      wish: { status: 'reservation-approved', ...due, ...linked },
      // a word that somebody writes before it does not keep the clock from its work
      acts: [sweep, moveTo('completed')],
    },
  }
}

figure<Size>({
  id: 'F04',
  promise: 'one winner of acts that collide',
  target: '50 callers, 1,000 rounds: one winner each, no deadlock shown',
  small: { rounds: 6, callers: 12 },
  full: { parts: 4, size: { rounds: 250, callers: 50 }, minutes: 4 },
  async part({ rounds, callers }) {
    const service = await aService({ now, settings: { ROLE: 'web' }, isSettling: false })
    const races = Object.values(await racesOf(service))
    const seen = { rounds: 0, calls: 0, withoutOneWinner: 0, faults: 0 }
    for (let round = 0; round < rounds; round++) {
      const { wish, acts } = races[round % races.length] as Race
      const { id, version } = await aRequest(service.db, { hospitalId: 'firm', ...wish }, now)
      const before = await storyOf(service, id)
      const statuses = await Promise.all(
        Array.from({ length: callers }, (_, nth) => acts[nth % acts.length]?.({ id, version }, nth)),
      )
      const after = await storyOf(service, id)
      const winners = statuses.filter((status) => status === 200).length
      const isOne = winners <= 1 && after.version === before.version + 1 && after.events === before.events + 1
      seen.rounds++
      seen.calls += callers
      if (!isOne) seen.withoutOneWinner++
      // 404: an order that was linked to another bank is not this one's any more
      seen.faults += statuses.filter((status) => ![200, 404, 409, 422, null].includes(status ?? null)).length
    }
    await service.close()
    return seen
  },
  whyMissed: ({ withoutOneWinner, faults }) =>
    withoutOneWinner || faults ? `${withoutOneWinner} rounds without one winner, ${faults} faults` : null,
  say: ({ rounds, calls }) => `${rounds} rounds, ${calls} calls: one winner each, no fault`,
})

async function storyOf({ db }: TestService, id: string) {
  const { version } = await db
    .selectFrom('requests')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // of its timeline: that a driver is free of it is told beside, and so is that it is late, which nobody has to win
  const events = await db
    .selectFrom('events')
    .select('id')
    .where('subjectKind', '=', 'request')
    .where('subjectId', '=', id)
    .where('kind', '!=', 'request-late')
    .execute()
  return { version, events: events.length }
}
