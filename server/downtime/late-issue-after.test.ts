import { beforeAll, beforeEach, expect, test } from 'vitest'
import { fates } from '#contract/fates.ts'
import { late } from '#contract/late.ts'
import { matching } from '#contract/matching.ts'
import { instantOf, later, minutes } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, anOrderFor } from '#testing/makers/benches.ts'
import { aSheet, type PaperIssue } from '#testing/makers/papers.ts'
import { aFreeBag, aShelf, type ShelfBank } from '#testing/makers/shelves.ts'

/** The server is back in the evening; the papers are of the day. */
const evening = instantOf('2026-11-17', '18:00')
const at = (time: string) => instantOf('2026-11-17', time)
let service: TestService
let shelf: ShelfBank
beforeAll(async () => {
  service = await aService({ now: evening, settings: { ROLE: 'web' } })
  shelf = await aShelf(service)
  const printed = { organisationId: shelf.id, lastNumber: 200, triedAt: null }
  await service.db.insertInto('downtimePapers').values(printed).execute()
})
beforeEach(async () => {
  service.clock.moveTo(evening)
  await service.db.deleteFrom('rateLimits').execute()
})

let nth = 0
const sheetOf = (id: string, left: readonly { number: string }[], change: Partial<PaperIssue> = {}) =>
  aSheet({ id, paperNumber: paperNumber(shelf.id, ++nth), issuedAt: at('11:30') }, left, change)
const raised = { raisedAt: at('09:05'), linkedAt: at('09:40') }

test('AMB-378 a system that asks for what is new since it last asked gets a slip that was entered since, whatever its time', async () => {
  const hospital = service.as('firm')
  const bench = async () => {
    const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
    return (await shelf.staff.done(matching.issue, anIssue(id, bags))).slip
  }
  const before = await bench()
  const asked = later(evening, minutes(10))
  service.clock.moveTo(later(evening, minutes(20)))
  const { id } = await anOrderFor(service, shelf, { units: 1, ...raised })
  const { slip } = await shelf.staff.done(late.issue, sheetOf(id, [await aFreeBag(shelf.staff)]))
  service.clock.moveTo(later(evening, minutes(30)))
  const after = await bench()
  const { items } = await hospital.done(fates.notes, { since: asked })
  expect(items.map((note) => note.slip)).toEqual([slip, after])
  expect(items[0]?.issuedAt).toEqual(at('11:30'))
  expect(items[0]?.knownAt.getTime()).toBeGreaterThanOrEqual(later(evening, minutes(20)).getTime())
  // and whoever reads on page by page finds it where it became known
  const page = await hospital.done(fates.notes, {})
  expect(page.items.map((note) => note.slip)).toEqual([before, slip, after])
})
