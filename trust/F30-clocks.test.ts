import { isDeepStrictEqual } from 'node:util'
import { requests } from '#contract/requests.ts'
import { stock } from '#contract/stock.ts'
import { hours, later, minutes } from '#domain/basics/time.ts'
import { byGroup } from '#domain/stock/counting.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aBank, aDraft, anAccount, aStaffedHospital } from '#testing/makers/makers.ts'
import { asSeenOn, machines, moments, pageCases, right, toldLate } from './clocks/clocks-of-browsers.ts'
import { callCases, callerOf } from './clocks/clocks-of-callers.ts'
import { figure } from './figure.ts'
import type { Counts } from './kept.ts'

/** Friday morning, when a hospital works. */
const at = new Date('2026-11-20T10:00:00+05:30')
const callers = [hours(26), -minutes(5), -hours(26), minutes(5)]

figure<{ moments: number; callers: number }>({
  id: 'F30',
  promise: 'outcomes that a wrong clock of the browser changes',
  target: '30 cases on clocks up to 26 hours off, set while they run, in zones whose summer time ends: none',
  small: { moments: 3, callers: 2 },
  full: { parts: 1, size: { moments: moments.length, callers: callers.length }, minutes: 2 },
  async part(size) {
    const service = await aService({ now: at, settings: { ROLE: 'web' } })
    const seen = [
      ...onPages(moments.slice(-size.moments)),
      ...onPhones(),
      ...(await overHttp(service, callers.slice(0, size.callers))),
      ...(await whileTheServersIsSet(service)),
    ]
    await service.close()
    const counts: Counts = { cases: new Set(seen.map(({ name }) => name)).size, outcomes: seen.length }
    for (const { name, on, isSame } of seen) if (!isSame) counts[`changed: ${name}, ${on}`] = 1
    return counts
  },
  whyMissed(seen) {
    const changed = Object.keys(seen).filter((name) => name.startsWith('changed'))
    if (changed.length > 0) return changed.join('; ')
    return (seen.cases ?? 0) >= 30 ? null : `only ${seen.cases} cases`
  },
  say: ({ cases, outcomes }) => `${outcomes} outcomes of ${cases} cases, all as with a right clock`,
})

type Outcome = { name: string; on: string; isSame: boolean }

/** What pages offer, allow and say. */
function onPages(all: readonly Date[]): Outcome[] {
  const cases = Object.entries(pageCases)
  return all.flatMap((moment) => {
    const looks = () => cases.map(([, look]) => look(moment))
    const wanted = asSeenOn(right, moment, looks)
    return machines.flatMap((machine) => {
      const on = `${machine.name} at ${moment.toISOString()}`
      const got = asSeenOn(machine, moment, looks)
      return cases.map(([name], at) => ({ name, on, isSame: isDeepStrictEqual(got[at], wanted[at]) }))
    })
  })
}

/** A phone that could not send for a while. */
function onPhones(): Outcome[] {
  const wanted = toldLate(right, at)
  return machines.map((machine) => ({
    name: 'a step that was told late',
    on: machine.name,
    isSame: isDeepStrictEqual(toldLate(machine, at), wanted),
  }))
}

/** What the server decides and keeps. */
async function overHttp(service: TestService, offs: readonly number[]): Promise<Outcome[]> {
  const seen: Outcome[] = []
  for (const [name, ask] of Object.entries(callCases)) {
    service.clock.moveTo(at)
    const wanted = await ask(callerOf(service, at, 0))
    for (const offMs of offs) {
      service.clock.moveTo(at)
      const got = await ask(callerOf(service, at, offMs))
      const on = `${offMs / 60_000} minutes: ${JSON.stringify(got)} and not ${JSON.stringify(wanted)}`
      seen.push({ name, on, isSame: isDeepStrictEqual(got, wanted) })
    }
  }
  return seen
}

/** The server's own clock is set by five minutes between two acts: what came second stays second, and is done once. */
async function whileTheServersIsSet(service: TestService): Promise<Outcome[]> {
  const seen: Outcome[] = []
  const set = { 'five minutes ahead': minutes(5), 'five minutes behind': -minutes(5) }
  for (const [on, stepMs] of Object.entries(set)) {
    const { staff, admin } = await aStaffedHospital(service.db)
    service.clock.moveTo(at)
    const { id } = await service.as(staff).done(requests.raise, aDraft(at))
    service.clock.moveTo(later(at, stepMs))
    const approved = await service.as(admin).call(requests.approve, { id, version: 1 })
    const events = await service.db
      .selectFrom('events')
      .select('kind')
      .where('subjectId', '=', id)
      .orderBy('id')
      .execute()
    const { timeline } = await service.as(staff).done(requests.show, { id })
    const inOrder = (kinds: string[]) => isDeepStrictEqual(kinds, ['request-raised', 'request-approved'])
    const isToldInOrder = [events, timeline].every((all) => inOrder(all.map(({ kind }) => kind)))
    seen.push({
      name: 'a request that is raised and approved while the server’s clock is set',
      on,
      isSame: approved.status === 200 && isToldInOrder,
    })
    const session = await service.as(staff).raw('GET', '/api/sessions')
    seen.push({ name: 'a session while the server’s clock is set', on, isSame: session.status === 200 })
    seen.push({
      name: 'a count while the server’s clock is set',
      on,
      isSame: await isCounted(service, stepMs),
    })
  }
  return seen
}

/** The second count stands, and whoever has only seen the first is told. */
async function isCounted(service: TestService, stepMs: number): Promise<boolean> {
  const { id } = await aBank(service.db)
  await anAccount(service.db, { email: `${id}_bloodbank` })
  const bank = service.as(`${id}_bloodbank`)
  const count = (seenAt: Date | null, units: number) =>
    bank.call(stock.count, { component: 'PRBC', seenAt, quantities: byGroup(() => units) })
  service.clock.moveTo(at)
  const first = await count(null, 3)
  service.clock.moveTo(later(at, stepMs))
  const second = await count(first.body.countedAt, 5)
  const stale = await count(first.body.countedAt, 9)
  const { items } = await bank.done(stock.list, {})
  const shown = items.find(({ component }) => component === 'PRBC')?.shelves['O+'].units
  return second.status === 200 && stale.status === 409 && shown === 5
}
