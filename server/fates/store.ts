import { sql } from 'kysely'
import type { IssueNote } from '#contract/fates.ts'
import type { DiscardReason } from '#domain/bags/moving.ts'
import type { Fate, Found } from '#domain/fates/fate.ts'
import type { Db } from '../db/database.ts'
import type { Place } from '../db/page-range.ts'
import type { Work } from '../db/work.ts'

type Note = Omit<IssueNote, 'bags'>
type Wanted = { since: Date | null; requestId: string | null; after: Place | null; limit: number }

/** Reading, of one hospital. */
export const fateStore = (db: Db, hospitalId: string) => {
  const notes = () =>
    db
      .selectFrom('issues')
      .innerJoin('organisations', 'organisations.id', 'issues.bankId')
      .select(['slip', 'requestId', 'seq', 'bankId', 'organisations.name as bankName'])
      .select(['issuedAt', 'knownAt', 'isEmergency'])
      .where('issues.hospitalId', '=', hospitalId)

  return {
    /** As they became known: whoever reads goes on where they were (ruling AMB-378). */
    page: ({ since, requestId, after, limit }: Wanted) =>
      notes()
        .$if(since !== null, (rows) => rows.where('knownAt', '>=', since as Date))
        .$if(requestId !== null, (rows) => rows.where('requestId', '=', requestId))
        .$if(after !== null, (rows) =>
          rows.where(sql<boolean>`(known_at, slip) > (${after?.at}, ${after?.id})`),
        )
        .orderBy('knownAt')
        .orderBy('slip')
        .limit(limit)
        .execute(),

    find: (slip: string): Promise<Note | undefined> => notes().where('slip', '=', slip).executeTakeFirst(),

    /** The last it left with: what came back may leave again. */
    slipOf: (bagId: string): Promise<Note | undefined> =>
      notes()
        .where('slip', 'in', (from) => from.selectFrom('issueBags').select('slip').where('bagId', '=', bagId))
        .orderBy('issuedAt', 'desc')
        .limit(1)
        .executeTakeFirst(),

    bagsOf: (slips: readonly string[]) =>
      db
        .selectFrom('issueBags')
        .innerJoin('bags', 'bags.id', 'issueBags.bagId')
        .leftJoin('receiptBags', (join) =>
          join
            .onRef('receiptBags.slip', '=', 'issueBags.slip')
            .onRef('receiptBags.bagId', '=', 'issueBags.bagId'),
        )
        .leftJoin('bagFates', 'bagFates.bagId', 'issueBags.bagId')
        .select(['issueBags.slip', 'bags.id', 'number', 'component', 'division', 'bloodGroup', 'expiresAt'])
        .select([
          'state',
          'found',
          'receivedAt',
          'receivedBy',
          'fate',
          'bagFates.at as fateAt',
          'bagFates.toldBy',
          'setAsideWhy as setAside',
          'setAsideAt',
        ])
        .where('issueBags.slip', 'in', slips.length === 0 ? [''] : [...slips])
        .orderBy('issueBags.slip')
        .orderBy('position')
        .execute(),
  }
}

type Receipt = { bagId: string; found: Found; note: string; receivedAt: Date }
type Told = {
  bagId: string
  slip: string
  fate: Fate
  reason: DiscardReason | null
  note: string
  at: Date
}

export const fateWriter = (work: Work, person: string) => ({
  async receive(slip: string, bags: readonly Receipt[]): Promise<void> {
    const rows = bags.map((bag) => ({ ...bag, slip, receivedBy: person, toldAt: work.now }))
    await work.db.insertInto('receiptBags').values(rows).execute()
  },

  async tell(told: Told): Promise<void> {
    await work.db
      .insertInto('bagFates')
      .values({ ...told, toldBy: person, toldAt: work.now })
      .execute()
  },
})
