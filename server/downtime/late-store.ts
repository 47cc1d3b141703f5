import type { Printed } from '#domain/downtime/late.ts'
import type { Db } from '../db/database.ts'
import { takeTurn } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

/** How many papers each has had printed, in the order they are asked for. */
export async function printedOf(db: Db, places: readonly string[]): Promise<Printed[]> {
  const rows = await db
    .selectFrom('downtimePapers')
    .select(['organisationId', 'lastNumber'])
    .where('organisationId', 'in', [...places])
    .execute()
  return places.map((place) => ({
    place,
    last: rows.find(({ organisationId }) => organisationId === place)?.lastNumber ?? 0,
  }))
}

/** What was entered from it before; until the transaction ends nobody else enters it. */
export async function holdPaper({ db }: Work, paperNumber: string) {
  await takeTurn(db, `paper ${paperNumber}`)
  return db
    .selectFrom('latePapers')
    .select(['requestId', 'fingerprint'])
    .where('paperNumber', '=', paperNumber)
    .executeTakeFirst()
}

export const keepPaper = async ({ db }: Work, paper: Tables['latePapers']): Promise<void> =>
  void (await db
    .insertInto('latePapers')
    .values(paper)
    .onConflict((conflict) => conflict.column('paperNumber').doUpdateSet({ fingerprint: paper.fingerprint }))
    .execute())

export const addEntry = async ({ db }: Work, entry: Tables['lateEntries']): Promise<void> =>
  void (await db.insertInto('lateEntries').values(entry).execute())

/** What a bank issued from a paper, beside what the provider entered from it: the same once more is the same slip. */
export const lateIssues = (
  { db }: Work,
  { paperNumber, fingerprint }: Pick<Tables['lateIssues'], 'paperNumber' | 'fingerprint'>,
) => ({
  async find(): Promise<string | undefined> {
    const found = await db
      .selectFrom('lateIssues')
      .select('slip')
      .where('paperNumber', '=', paperNumber)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst()
    return found?.slip
  },

  /** From now on the paper is of that order. */
  async begin(requestId: string): Promise<void> {
    await db
      .insertInto('latePapers')
      .values({ paperNumber, requestId, fingerprint: '' })
      .onConflict((conflict) => conflict.column('paperNumber').doNothing())
      .execute()
  },

  async keep(slip: string): Promise<void> {
    await db.insertInto('lateIssues').values({ paperNumber, fingerprint, slip }).execute()
  },
})
