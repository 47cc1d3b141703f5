import { Agent } from 'node:http'
import { type Dice, diceFrom } from '#server/demo/makers/dice.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aHospital, anAccount } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { type Asking, viaHttp } from './asking.ts'

/** A service with somebody of every kind in it, and whatever a call of theirs may be about. */
export type House = Asking & {
  service: TestService
  dice: Dice
  now(): Date
  close(): Promise<void>
}

export async function aHouse(seed: number, more: Record<string, string> = {}): Promise<House> {
  // the address is varied, so that nothing here is about one caller's limit
  const service = await aService({
    now: '2026-11-16T10:00:00+05:30',
    settings: { TRUST_PROXY: '1', ROLE: 'web', SMTP_URL: '', ...more },
  })
  const { db } = service
  const dice = diceFrom(seed)
  await thePrices(db)
  await thePrices(db, { PRBC: 1_300_00, FFP: 400_00 }, 'bluebank')
  await aHospital(db, { id: 'newcomer', accountStatus: 'pending' })
  await anAccount(db, { email: 'newcomer_pilot' })
  await anAccount(db, { email: 'stranger_admin' })
  await aHospital(db, { id: 'unproved' })
  await anAccount(db, { email: 'unproved_pilot', isProved: false })
  await aHospital(db, { id: 'barred', accountStatus: 'suspended' })
  await anAccount(db, { email: 'barred_pilot' })

  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  return {
    service,
    dice,
    now: () => service.clock.now(),
    ...viaHttp({ db, url: service.url, origin: service.settings.publicUrl, agent }),
    async close() {
      agent.destroy()
      await service.close()
    },
  }
}
