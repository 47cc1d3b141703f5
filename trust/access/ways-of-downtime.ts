import { earlier, hours, later, minutes } from '#domain/basics/time.ts'
import { paperNumber } from '#domain/downtime/paper.ts'
import { nameFile } from '#server/db/stored-files.ts'
import { aTestedBag } from '#testing/makers/benches.ts'
import { aDraft, nextNumber } from '#testing/makers/makers.ts'
import { aSheet } from '#testing/makers/papers.ts'
import { aPdf } from '#testing/makers/pictures.ts'
import type { House } from './house.ts'
import { banks, type Kind } from './who-may.ts'
import { anOrder, bankOf, driverOf, hospitalOf, type Way } from './wishes.ts'

/** '' is the provider's. */
function placeOf(kind: Kind): string {
  if (kind === 'provider') return ''
  return banks.includes(kind) ? bankOf(kind) : hospitalOf(kind)
}

/** A pack as if it had been drawn. */
async function aPack({ service, now }: House, kind: Kind): Promise<{ id: number }> {
  const path = `downtime/${placeOf(kind)}/${nextNumber()}.pdf`
  const kept = await service.files.keep(aPdf(path), 'pdf')
  return service.db.transaction().execute(async (tx) => {
    await nameFile(tx, path, kept)
    return tx
      .insertInto('downtimePacks')
      .values({
        ...{ organisationId: placeOf(kind), shiftAt: null, madeAt: now(), madeBy: 'somebody', path },
        ...{ until: later(now(), minutes(5)), firstNumber: 1, lastNumber: 10, orders: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
}

/** A paper that was printed, and that nobody has entered. */
async function aPaper({ service }: House, organisationId: string): Promise<string> {
  await service.db
    .insertInto('downtimePapers')
    .values({ organisationId, lastNumber: 900_000, triedAt: null })
    .onConflict((conflict) => conflict.column('organisationId').doUpdateSet({ lastNumber: 900_000 }))
    .execute()
  return paperNumber(organisationId, nextNumber())
}

export const waysOfDowntime: Record<string, Way> = {
  'late.raise': async (house, kind) => {
    const raisedAt = earlier(house.now(), hours(1))
    return { input: { ...aDraft(raisedAt), raisedAt, paperNumber: await aPaper(house, hospitalOf(kind)) } }
  },
  'late.carry': async (house, kind) => {
    const { id, raisedAt } = await anOrder(house, kind, { status: 'hospital-admin-approved' })
    const at = later(raisedAt, minutes(1))
    const link = { bankId: bankOf(kind), driverEmail: driverOf(kind), at }
    return { input: { id, link, paperNumber: await aPaper(house, '') } }
  },
  'late.issue': async (house, kind) => {
    const bankId = bankOf(kind)
    const raisedAt = earlier(house.now(), hours(4))
    const { id } = await anOrder(house, kind, { status: 'bloodbank-approved', units: 1, raisedAt })
    const bag = await aTestedBag(house.service.db, bankId)
    const paper = { id, paperNumber: await aPaper(house, bankId), issuedAt: earlier(house.now(), hours(1)) }
    return { input: aSheet(paper, [bag]) }
  },
  'downtime.setShifts': async ({ service }, kind) => {
    const row = await service.db
      .selectFrom('downtimeShifts')
      .select('version')
      .where('organisationId', '=', placeOf(kind))
      .executeTakeFirst()
    return { input: { times: ['07:00', '19:30'], version: row?.version ?? 0 } }
  },
  'downtime.download': async (house, kind) => ({ input: await aPack(house, kind) }),
}
