import { Agent } from 'node:http'
import { testHospital } from '#domain/people/roles.ts'
import type { Db } from '#server/db/database.ts'
import { type Dice, diceFrom } from '#server/demo/makers/dice.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aHospital, anAccount, emailOf } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { type Asking, viaHttp } from './asking.ts'
import { kinds } from './who-may.ts'

/** A service with somebody of every kind in it, and whatever a call of theirs may be about. */
export type House = Asking & {
  service: TestService
  /** Another than that of the kind of account: the one that test keys act for. */
  hospital?: string
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

  await anAccount(db, {
    email: testChief,
    grant: { product: 'pilot', role: 'admin', organisationId: testHospital },
  })
  await severalPlaces(db)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  return {
    service,
    dice,
    now: () => service.clock.now(),
    ...viaHttp({
      db,
      url: service.url,
      origin: service.settings.publicUrl,
      agent,
      now: () => service.clock.now(),
    }),
    async close() {
      agent.destroy()
      await service.close()
    },
  }
}

const testChief = 'test.chief'

/** The same house for whoever acts for the hospital of trials: what an admin does before is done by one of theirs. */
export const onTrial = (house: House): House => ({
  ...house,
  hospital: testHospital,
  ask: (who, sent) => house.ask(who === kinds['pilot admin'] ? testChief : who, sent),
})

/** Those whose organisations say more of them than their e-mail does. */
async function severalPlaces(db: Db): Promise<void> {
  const bank = { product: 'bloodbank', role: 'staff', organisationId: 'redbank' } as const
  await anAccount(db, { email: 'bank.staff', grant: bank })
  const firm = { product: 'pilot', role: 'staff', organisationId: 'firm' } as const
  const { id: accountId } = await anAccount(db, { email: 'two.places', grant: firm })
  await db
    .insertInto('memberships')
    .values({ accountId, product: 'plus', role: 'admin', organisationId: 'city' })
    .execute()
  await aHospital(db, { id: 'stopped' })
  const nurse = await anAccount(db, { email: 'stopped_pilot' })
  await anAccount(db, { email: 'stopped.bank', grant: bank })
  const stopped = { isStopped: true, stoppedAt: new Date() }
  const grant = { product: 'pilot', role: 'staff', organisationId: 'stopped' } as const
  await db
    .insertInto('memberships')
    .values({ accountId: nurse.id, ...grant, ...stopped })
    .execute()
  await db
    .updateTable('memberships')
    .set(stopped)
    .where(
      'accountId',
      'in',
      db.selectFrom('accounts').select('id').where('email', '=', emailOf('stopped.bank')),
    )
    .execute()
}
