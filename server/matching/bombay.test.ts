import { beforeEach, describe, expect, test } from 'vitest'
import { bags } from '#contract/bags.ts'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { ShelfComponent, ShelfGroup } from '#domain/bags/kinds.ts'
import { hours, instantOf, later } from '#domain/basics/time.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService } from '#testing/harness/service.ts'
import { anIssue, anOrderFor, aTube } from '#testing/makers/benches.ts'
import { arun } from '#testing/makers/linked-orders.ts'
import { aFreeBag, aShelf } from '#testing/makers/shelves.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const [provider, hospital, driver] = [service.as('bloodsupport'), service.as('firm'), service.as(arun)]
const shelf = await aShelf(service)
const { staff } = shelf

beforeEach(async () => {
  service.clock.moveTo(now)
  await db.deleteFrom('rateLimits').execute()
})

const sampled = (id: string, groupFound: ShelfGroup) =>
  staff.done(matching.receiveSample, aTube(id, service.clock.now(), { groupFound }))
const correct = (id: string, bloodGroup: ShelfGroup) =>
  hospital.call(matching.correctGroup, { id, bloodGroup })
const aBagOf = (bloodGroup: ShelfGroup, component: ShelfComponent = 'PRBC') =>
  aFreeBag(staff, { bloodGroup, component })
const hold = (id: string, bagId: string) => staff.call(matching.hold, { id, bagId })
const matched = (id: string, bagId: string) =>
  staff.done(matching.recordMatch, { id, bagId, method: 'gel', result: 'compatible' })
const slipText = async (slip: string) =>
  (await readPdf((await hospital.raw('GET', `/api/slips/${slip}`)).bytes)).text
const stateOf = async (bagId: string) => (await staff.done(bags.history, { id: bagId })).bag.state

describe('AMB-376 a patient whose tube is found to be Oh', () => {
  test('gets nothing until the hospital gives its word, and then Oh alone: matched, issued, and said on paper', async () => {
    const { id } = await anOrderFor(service, shelf, { bloodGroup: 'O+', units: 2 })
    await sampled(id, 'O+')
    const [ordinary, left] = [await aBagOf('O+'), await aBagOf('O+')]
    for (const bag of [ordinary, left]) await staff.done(matching.hold, { id, bagId: bag.id })
    await matched(id, left.id)
    await staff.done(matching.issue, anIssue(id, [left]))

    service.clock.moveTo(later(now, hours(1)))
    await sampled(id, 'Oh+')
    const bombay = await aBagOf('Oh+')
    expect((await hospital.done(matching.packed, { id })).onHold).toContain('Oh (Bombay) POS')
    expect((await hold(id, bombay.id)).status).not.toBe(200)
    expect((await correct(id, 'Oh-')).refusal?.code).toBe('correct-to-found')
    expect((await correct(id, 'Oh+')).status).toBe(200)
    // pressed twice
    expect((await correct(id, 'Oh+')).status).toBe(200)

    expect(await stateOf(ordinary.id)).toBe('available')
    expect((await hold(id, ordinary.id)).refusal?.code).toBe('never-fits')
    const { items: choices } = await staff.done(matching.choices, { id })
    expect(choices.map(({ bag }) => bag.id)).toEqual([bombay.id])
    const open = await staff.done(matching.open, { id })
    expect(open).toMatchObject({ bloodGroup: 'Oh+', onHold: null })
    // what had left for the group before
    expect(open.slips[0]?.bags.map(({ setAside }) => setAside)).toEqual(['misfit'])
    const { items: bench } = await staff.done(matching.orders, {})
    expect(bench.find((row) => row.id === id)?.bloodGroup).toBe('Oh+')

    await staff.done(matching.hold, { id, bagId: bombay.id })
    await matched(id, bombay.id)
    const { slip } = await staff.done(matching.issue, anIssue(id, [bombay]))
    const kept = await db.selectFrom('issues').select('askedGroup').where('slip', '=', slip).execute()
    expect(kept).toEqual([{ askedGroup: 'Oh+' }])
    const text = await slipText(slip)
    expect(text).toContain('Blood group Oh (Bombay) POS')
    expect(text).toContain('Oh (Bombay) POS, antibody screen negative')
  })

  test('the request says O in every list, and beside it everybody who has a part in it reads Oh', async () => {
    const { id } = await anOrderFor(service, shelf, { bloodGroup: 'A-', component: 'FFP', units: 1 })
    await sampled(id, 'Oh-')
    expect((await correct(id, 'Oh-')).status).toBe(200)
    const { bloodGroup, timeline } = await hospital.done(requests.show, { id })
    expect(bloodGroup).toBe('O-')
    expect(timeline.find(({ kind }) => kind === 'group-corrected')?.reason).toBe('A NEG to Oh (Bombay) NEG')
    for (const reader of [hospital, provider, driver])
      expect((await reader.done(matching.packed, { id })).bombay).toBe('Oh-')

    const plasma = await aBagOf('Oh-', 'FFP')
    await aBagOf('O-', 'FFP')
    const { items, otherGroups, bombay } = await provider.done(orders.banksFor, { id })
    expect(bombay).toBe('Oh-')
    expect(items.find((one) => one.bankId === shelf.id)?.freeUnits).toBe(1)
    expect(otherGroups).toEqual([])
    await staff.done(matching.hold, { id, bagId: plasma.id })
    await staff.done(matching.issue, anIssue(id, [plasma]))
    expect(await stateOf(plasma.id)).toBe('issued')
  })

  test('another tube may show that it was a mistake: then the order is an ordinary one again', async () => {
    const { id } = await anOrderFor(service, shelf, { bloodGroup: 'B+', units: 1 })
    await sampled(id, 'Oh+')
    await hospital.done(matching.correctGroup, { id, bloodGroup: 'Oh+' })
    const bombay = await aBagOf('Oh+')
    await staff.done(matching.hold, { id, bagId: bombay.id })
    service.clock.moveTo(later(now, hours(1)))
    await sampled(id, 'O+')
    expect((await staff.done(matching.open, { id })).onHold).toContain('O POS')
    expect((await correct(id, 'O+')).status).toBe(200)
    expect(await stateOf(bombay.id)).toBe('available')
    expect((await hospital.done(matching.packed, { id })).bombay).toBeNull()
    expect((await hold(id, (await aBagOf('O+')).id)).status).toBe(200)
  })

  test.each([
    ['good', 1, true],
    ['over', 80, false],
  ])('AMB-384 in an emergency the slip says that, by a tube that is %s', async (_, after, hasTube) => {
    const { id } = await anOrderFor(service, shelf, { bloodGroup: 'O+', units: 1 })
    await sampled(id, 'Oh+')
    service.clock.moveTo(later(now, hours(after)))
    const bombay = await aBagOf('Oh+')
    await staff.done(matching.hold, { id, bagId: bombay.id, isEmergency: true })
    const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
    const { slip } = await staff.done(matching.issue, anIssue(id, [bombay], { emergency }))
    const text = await slipText(slip)
    expect(text).toContain('Blood group asked for O POS Group found Oh (Bombay) POS')
    expect(text.includes('antibody screen')).toBe(hasTube)
  })
})
