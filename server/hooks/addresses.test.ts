import { afterAll, beforeAll, expect, test } from 'vitest'
import { hooks } from '#contract/hooks.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aStaffedHospital } from '#testing/makers/makers.ts'
import { type HookPeer, hookPeer } from '#testing/peers/hook-peer.ts'

let service: TestService
let peer: HookPeer
beforeAll(async () => {
  peer = await hookPeer()
  service = await aService({ settings: { ...peer.settings, ROLE: 'web' } })
})
afterAll(() => peer.close())

test.each([
  ['', 'no-url'],
  ['hooks.example.org/x', 'no-address'],
  ['http://hooks.example.org/x', 'not-https'],
  ['ftp://hooks.example.org/x', 'not-https'],
  ['https://169.254.169.254/latest/meta-data', 'inside-network'],
  ['https://localhost/x', 'inside-network'],
  ['https://[::1]/x', 'inside-network'],
  ['https://0x7f.1/x', null],
  ['https://10.1.2.3/x', 'inside-network'],
  ['https://somebody:secret@hooks.example.org/x', 'has-credentials'],
  [`https://hooks.example.org/${'x'.repeat(2_000)}`, 'url-too-long'],
])('AMB-304 AMB-320 an address is refused with a sentence: %2$s', async (url, code) => {
  const { admin } = await aStaffedHospital(service.db)
  const { status, refusal } = await service.as(admin).call(hooks.make, { url, kinds: ['order.linked'] })
  // the loopback is allowed here, however it is written
  expect([status, refusal?.code ?? null]).toEqual([code === null ? 200 : 422, code])
  if (code !== null) expect(refusal).toMatchObject({ field: 'url', text: expect.stringMatching(/\.$/) })
})
