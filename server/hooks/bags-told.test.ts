import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fates } from '#contract/fates.ts'
import { hooks } from '#contract/hooks.ts'
import { matching } from '#contract/matching.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue, aTube } from '#testing/makers/benches.ts'
import { aFreeBag, aShelf } from '#testing/makers/shelves.ts'
import { type HookPeer, hookPeer } from '#testing/peers/hook-peer.ts'

let peer: HookPeer
let service: TestService
beforeAll(async () => {
  peer = await hookPeer()
  service = await aService({ settings: peer.settings })
})
afterAll(() => peer.close())

test('AMB-351 a bank is told of its order that bags came and what became of them, a hospital only of what it does not say itself', async () => {
  const shelf = await aShelf(service)
  const hospital = service.as('firm')
  await shelf.bank.done(hooks.make, { url: peer.url('/bank'), kinds: ['bags.received', 'bag.fate'] })
  const refused = await hospital.call(hooks.make, { url: peer.url('/firm'), kinds: ['bag.fate'] })
  expect(refused.status).toBe(422)
  const { id, bags } = await aMatchedOrder(service, shelf, { bags: 1, wish: { units: 1 } })
  const { slip } = await shelf.staff.done(matching.issue, anIssue(id, bags))
  const [bag] = bags
  const bagId = bag?.id ?? ''
  await hospital.done(fates.receive, { slip, bags: [{ bagId, found: 'as-issued' }] })
  await hospital.done(fates.tell, { bagId, fate: 'transfused' })
  await vi.waitFor(
    () =>
      expect(peer.all.map(({ body }) => [body.type, body.data.id])).toEqual([
        ['bags.received', id],
        ['bag.fate', id],
      ]),
    { timeout: 15_000, interval: 50 },
  )
})

test('AMB-411 a bag that proves incompatible after an emergency is told once, to who listens for either of the two', async () => {
  const shelf = await aShelf(service)
  const before = peer.all.length
  const kinds = [['bag.recalled'], ['bench.result'], ['bench.result', 'bag.recalled']] as const
  for (const some of kinds)
    await shelf.bank.done(hooks.make, { url: peer.url(`/${some.join('-')}`), kinds: [...some] })
  const { id } = await aMatchedOrder(service, shelf, { bags: 0, wish: { units: 1 } })
  const bag = await aFreeBag(shelf.staff)
  await shelf.staff.done(matching.hold, { id, bagId: bag.id, isEmergency: true })
  const emergency = { doctor: 'Dr. Rao', reason: 'Bleeding' }
  await shelf.staff.done(matching.issue, anIssue(id, [bag], { emergency }))
  await shelf.staff.done(matching.receiveSample, aTube(id, service.clock.now()))
  const tried = { id, bagId: bag.id, method: 'gel', result: 'incompatible' } as const
  await shelf.staff.done(matching.recordMatch, tried)
  await vi.waitFor(
    () =>
      expect(
        peer.all
          .slice(before)
          .map(({ body }) => body.type)
          .sort(),
      ).toEqual(['bag.recalled', 'bag.recalled', 'bench.result']),
    { timeout: 15_000, interval: 50 },
  )
})
