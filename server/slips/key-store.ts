import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

export type BankKey = Selectable<Tables['bankKeys']>

export function keyStore(db: Db) {
  return {
    inUse: (bankId: string) =>
      db
        .selectFrom('bankKeys')
        .selectAll()
        .where('bankId', '=', bankId)
        .where('retiredAt', 'is', null)
        .executeTakeFirst(),

    count: async (bankId: string): Promise<number> => {
      const { made } = await db
        .selectFrom('bankKeys')
        .select(({ fn }) => fn.countAll<number>().as('made'))
        .where('bankId', '=', bankId)
        .executeTakeFirstOrThrow()
      return Number(made)
    },

    /** All there ever were: an old slip is checked with the key of its day. Without the private halves. */
    publicHalves: () =>
      db
        .selectFrom('bankKeys')
        .innerJoin('organisations', 'organisations.id', 'bankKeys.bankId')
        .select([
          'bankKeys.kid',
          'bankKeys.bankId',
          'bankKeys.publicJwk',
          'bankKeys.madeAt',
          'bankKeys.retiredAt',
          'bankKeys.compromisedAt',
          'organisations.name as bankName',
        ])
        .orderBy('bankKeys.madeAt')
        .orderBy('bankKeys.kid')
        .execute(),
  }
}

export function keyWriter(work: Work) {
  return {
    /** Of two who make the first key at once, one does; the other waits and takes it. */
    async add(key: Omit<BankKey, 'retiredAt' | 'compromisedAt'>): Promise<void> {
      await work.db
        .insertInto('bankKeys')
        .values(key)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Of that bank; held until the transaction ends. */
    lock: (bankId: string, kid: string) =>
      work.db
        .selectFrom('bankKeys')
        .selectAll()
        .where('bankId', '=', bankId)
        .where('kid', '=', kid)
        .forUpdate()
        .executeTakeFirst(),

    async withdraw({ kid, ...on }: Pick<BankKey, 'kid' | 'retiredAt' | 'compromisedAt'>): Promise<void> {
      await work.db.updateTable('bankKeys').set(on).where('kid', '=', kid).execute()
    },

    /** The next number of the bank's year. Whoever asks waits for the one before to be kept or let go: so none is missing. */
    async nextNumber(bankId: string, year: number): Promise<number> {
      const { last } = await work.db
        .insertInto('slipNumbers')
        .values({ bankId, year, last: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['bankId', 'year'])
            .doUpdateSet(({ eb, ref }) => ({ last: eb(ref('slipNumbers.last'), '+', 1) })),
        )
        .returning('last')
        .executeTakeFirstOrThrow()
      return last
    },
  }
}
