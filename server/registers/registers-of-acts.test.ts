import { expect, test } from 'vitest'
import { bags as bagRoutes } from '#contract/bags.ts'
import { matching } from '#contract/matching.ts'
import { dayOf, hours, instantOf, later } from '#domain/basics/time.ts'
import type { RegisterKind } from '#domain/registers/register.ts'
import { sweepBags } from '#server/bags/sweeping.ts'
import { transactOn } from '#server/db/work.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { aFreeBag, aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })

/** Which events make a line of which register; where one names no bag, the bag is its subject. */
const told: Record<RegisterKind, readonly string[]> = {
  stock: ['bag-taken-in', 'bag-arrived'],
  crossmatches: ['crossmatch-recorded'],
  issues: ['bags-issued'],
  discards: ['bag-discarded', 'bag-expired'],
}
type Detail = { bag?: string; bags?: readonly string[] }

test('AMB-218 each register, printed and read back, has a line for each bag of each event, and no other', async () => {
  const shelf = await aShelf(service)
  const { staff } = shelf
  // three tried, of which one does not fit and two leave
  const matched = await aMatchedOrder(service, shelf)
  const odd = await aFreeBag(staff)
  await staff.done(matching.hold, { id: matched.id, bagId: odd.id })
  const tried = { id: matched.id, bagId: odd.id, method: 'gel', result: 'incompatible' } as const
  await staff.done(matching.recordMatch, tried)
  await staff.done(matching.issue, anIssue(matched.id, matched.bags))
  // an emergency, whose result comes when the bag is gone
  const { id } = await anOrderFor(service, shelf)
  const hurried = await aFreeBag(staff)
  await staff.done(matching.hold, { id, bagId: hurried.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Priya Raman', reason: 'Bleeding' }
  await staff.done(matching.issue, anIssue(id, [hurried], { emergency }))
  await staff.done(matching.receiveSample, aTube(id, now))
  await staff.done(matching.recordMatch, { id, bagId: hurried.id, method: 'saline', result: 'compatible' })
  const { version } = await staff
    .done(bagRoutes.find, { number: odd.number })
    .then(({ bags: [bag] }) => bag ?? odd)
  await staff.done(bagRoutes.discard, { id: odd.id, version, reason: 'leaking', note: '' })

  // one ends on the shelf, and one comes from another bank
  const old = await aFreeBag(staff, { expiresAt: later(now, hours(2)) })
  const { clock, db, jobs } = service
  clock.moveTo(old.expiresAt)
  const transact = transactOn({ db, jobs, reactedTo: new Set(), afterCommit: () => undefined })
  expect(await sweepBags({ clock, transact })).toBe(1)
  const other = await aShelf(service)
  const given = await aFreeBag(other.staff)
  await other.bank.done(bagRoutes.transfer, { id: given.id, version: given.version, bankId: shelf.id })
  const { bags: came } = await staff.done(bagRoutes.find, { number: given.number })

  const events = await service.db
    .selectFrom('events')
    .select(['kind', 'subjectId', 'detail'])
    .where('bankId', '=', shelf.id)
    .execute()
  const all = [...matched.bags, odd, hurried, old, ...came]
  const bagsIn = (subjectId: string, { bag, bags = bag ? [bag] : [] }: Detail) =>
    bags.length > 0 ? [...bags] : all.flatMap(({ id: bagId, number }) => (bagId === subjectId ? number : []))
  const day = dayOf(now)
  for (const [register, kinds] of Object.entries(told)) {
    const inTrail = events
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap(({ subjectId, detail }) => bagsIn(subjectId, JSON.parse(String(detail))))
    const path = `/api/registers/${register}/file?from=${day}&to=${day}&as=pdf`
    const { text } = await readPdf((await shelf.bank.raw('GET', path)).bytes)
    const printed = all.flatMap(({ number }) => Array<string>(text.split(number).length - 1).fill(number))
    expect([register, printed.toSorted()]).toEqual([register, inTrail.toSorted()])
    expect(text).toContain(`${inTrail.length} line${inTrail.length === 1 ? '' : 's'}`)
  }
  const count = (kind: string) => events.filter((event) => event.kind === kind).length
  expect(Object.values(told).map((kinds) => kinds.map(count))).toEqual([[5, 1], [4], [2], [1, 1]])
})
