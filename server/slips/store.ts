import type { Db } from '../db/database.ts'

export function slipStore(db: Db) {
  return {
    /** By name where whoever did it has an account of that address. */
    find: (slip: string) =>
      db
        .selectFrom('issues')
        .innerJoin('organisations', 'organisations.id', 'issues.bankId')
        .leftJoin('accounts as issuer', 'issuer.email', 'issues.issuedBy')
        .leftJoin('accounts as checker', 'checker.email', 'issues.checkedBy')
        .leftJoin('moreForBank', 'moreForBank.requestId', 'issues.requestId')
        .leftJoin('samples', 'samples.id', 'issues.sampleId')
        .select([
          'issues.slip',
          'issues.bankId',
          'issues.requestId',
          'issues.seq',
          'issues.issuedAt',
          'issues.isEmergency',
          'issues.doctor as releasedBy',
          'issues.reason',
          'issues.kid',
          'issues.jws',
          'issues.askedGroup',
          'issues.foundGroup',
          'issues.knownGroup',
          'issues.antibodyScreen',
          'issues.sampleUntil',
          'samples.takenAt',
          'samples.takenBy',
          'samples.receivedAt',
          'organisations.name as bankName',
          'organisations.address as bankAddress',
          'organisations.phones as bankPhones',
          'moreForBank.ward',
          'moreForBank.bed',
          'moreForBank.doctor',
          'moreForBank.diagnosis',
        ])
        .select(({ fn, ref }) => [
          fn.coalesce(ref('issuer.name'), ref('issues.issuedBy')).as('issuedBy'),
          fn.coalesce(ref('checker.name'), ref('issues.checkedBy')).as('checkedBy'),
        ])
        .where('slip', '=', slip)
        .executeTakeFirst(),

    bags: (slip: string) =>
      db
        .selectFrom('issueBags')
        .innerJoin('bags', 'bags.id', 'issueBags.bagId')
        .leftJoin('crossmatches', 'crossmatches.id', 'issueBags.crossmatchId')
        .leftJoin('accounts', 'accounts.email', 'crossmatches.doneBy')
        .select([
          'bags.number',
          'bags.numberKind',
          'bags.component',
          'bags.division',
          'bags.bloodGroup',
          'bags.segment',
          'bags.volumeMl',
          'bags.collectedOn',
          'bags.expiresAt',
          'issueBags.isInspected',
          'issueBags.setAsideWhy as setAside',
          'crossmatches.method',
          'crossmatches.result',
          'crossmatches.doneAt',
        ])
        .select(({ fn, ref }) => fn.coalesce(ref('accounts.name'), ref('crossmatches.doneBy')).as('doneBy'))
        .where('issueBags.slip', '=', slip)
        .orderBy('issueBags.position')
        .execute(),

    deliveries: (requestId: string) =>
      db.selectFrom('deliveries').select('deliveredAt').where('requestId', '=', requestId).execute(),

    place: (id: string) =>
      db.selectFrom('organisations').select(['name', 'address']).where('id', '=', id).executeTakeFirst(),

    /** One of its bags goes to its patient no more. */
    async isSetAside(slip: string): Promise<boolean> {
      const found = await db
        .selectFrom('issueBags')
        .select('slip')
        .where('slip', '=', slip)
        .where('setAsideAt', 'is not', null)
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },

    /** One of its bags left again, later, for another order. */
    async isElsewhere(slip: string): Promise<boolean> {
      const found = await db
        .selectFrom('issues as one')
        .innerJoin('issueBags as mine', 'mine.slip', 'one.slip')
        .innerJoin('issueBags as its', 'its.bagId', 'mine.bagId')
        .innerJoin('issues as other', 'other.slip', 'its.slip')
        .select('other.slip')
        .where('one.slip', '=', slip)
        .whereRef('other.requestId', '!=', 'one.requestId')
        .whereRef('other.issuedAt', '>', 'one.issuedAt')
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
  }
}
