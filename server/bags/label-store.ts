import type { Db } from '../db/database.ts'

export function labelStore(db: Db) {
  return {
    bags: (bankId: string, ids: readonly string[]) =>
      db
        .selectFrom('bags')
        .innerJoin('organisations', 'organisations.id', 'bags.bankId')
        .select([
          'bags.id',
          'bags.number',
          'bags.numberKind',
          'bags.component',
          'bags.division',
          'bags.bloodGroup',
          'bags.volumeMl',
          'bags.collectedOn',
          'bags.expiresAt',
          'bags.place',
          'organisations.name as bankName',
        ])
        .where('bags.bankId', '=', bankId)
        .where('bags.id', 'in', ids)
        .execute(),
  }
}
