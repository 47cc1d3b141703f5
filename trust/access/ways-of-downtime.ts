import { later, minutes } from '#domain/basics/time.ts'
import { nameFile } from '#server/db/stored-files.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import { aPdf } from '#testing/makers/pictures.ts'
import type { House } from './house.ts'
import { banks, type Kind } from './who-may.ts'
import { bankOf, hospitalOf, type Way } from './wishes.ts'

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

export const waysOfDowntime: Record<string, Way> = {
  'downtime.download': async (house, kind) => ({ input: await aPack(house, kind) }),
}
