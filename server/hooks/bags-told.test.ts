import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fates } from '#contract/fates.ts'
import { hooks } from '#contract/hooks.ts'
import { matching } from '#contract/matching.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aMatchedOrder, anIssue } from '#testing/makers/benches.ts'
import { aShelf } from '#testing/makers/shelves.ts'
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
