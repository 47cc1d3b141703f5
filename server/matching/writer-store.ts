import { type Insertable, type Selectable, sql } from 'kysely'
import type { Bombay } from '#domain/bags/kinds.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

/** Writing, while the order is held. */
export function benchWriter({ db }: Work) {
  return {
    async answer(row: Insertable<Tables['bankAnswers']>): Promise<void> {
      await db.insertInto('bankAnswers').values(row).execute()
    },

    async addSample(row: Insertable<Tables['samples']>): Promise<void> {
      await db.insertInto('samples').values(row).execute()
    },

    async saveFindings({
      id,
      groupFound,
      antibodyScreen,
      recent,
      unfitReason,
      validUntil,
      version,
    }: Selectable<Tables['samples']>): Promise<void> {
      await db
        .updateTable('samples')
        .set({ groupFound, antibodyScreen, recent, unfitReason, validUntil, version })
        .where('id', '=', id)
        .execute()
    },

    async hold(row: Insertable<Tables['bagHolds']>): Promise<void> {
      await db.insertInto('bagHolds').values(row).execute()
    },

    async addMatch(row: Insertable<Tables['crossmatches']>): Promise<void> {
      await db.insertInto('crossmatches').values(row).execute()
    },

    /** The slip on which this bag left for that order; `isOwed`: in an emergency, and without a result until now. */
    async leftWith(requestId: string, bagId: string): Promise<{ slip: string; isOwed: boolean } | null> {
      const found = await db
        .selectFrom('issueBags')
        .innerJoin('issues', 'issues.slip', 'issueBags.slip')
        .select(['issues.slip', 'isEmergency', 'crossmatchId'])
        .where('issues.requestId', '=', requestId)
        .where('issueBags.bagId', '=', bagId)
        .orderBy('issues.issuedAt', 'desc')
        .executeTakeFirst()
      return found ? { slip: found.slip, isOwed: found.isEmergency && found.crossmatchId === null } : null
    },

    async payOwed(slip: string, bagId: string, crossmatchId: string): Promise<void> {
      await db
        .updateTable('issueBags')
        .set({ crossmatchId })
        .where('slip', '=', slip)
        .where('bagId', '=', bagId)
        .execute()
      await db
        .updateTable('issues')
        .set(({ eb }) => ({ resultsOwed: eb('resultsOwed', '-', 1) }))
        .where('slip', '=', slip)
        .execute()
    },

    /**
     * Of one hospital one after the other: whoever reads on from the slip that they know last is not to pass over one that
     * began before it and had to wait (ruling AMB-378). When it became known, then, is never before one that is known.
     */
    async addIssue(
      { knownAt, ...issue }: Insertable<Tables['issues']> & { knownAt: Date },
      hospitalId: string,
      bags: readonly Insertable<Tables['issueBags']>[],
    ): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`slips of ${hospitalId}`}, 0))`.execute(db)
      await db
        .insertInto('issues')
        .values({
          ...issue,
          knownAt: sql<Date>`greatest(${knownAt}, (
            select max(issues.known_at) + interval '1 millisecond' from issues where issues.hospital_id = ${hospitalId}))`,
        })
        .execute()
      await db
        .insertInto('issueBags')
        .values([...bags])
        .execute()
    },

    propose: (row: Insertable<Tables['substitutions']>) =>
      db.insertInto('substitutions').values(row).returningAll().executeTakeFirstOrThrow(),

    async decide(
      id: number,
      said: Pick<
        Selectable<Tables['substitutions']>,
        'decidedAt' | 'decidedBy' | 'isAccepted' | 'doctor' | 'reason'
      >,
    ): Promise<void> {
      await db.updateTable('substitutions').set(said).where('id', '=', id).execute()
    },

    /** What is open is asked no more, and after each yes stands a word that ends it: who had said it stays. */
    async endSubstitutions(requestId: string, now: Date): Promise<void> {
      await sql`
        update substitutions set decided_at = ${now}, is_accepted = false
        where request_id = ${requestId} and decided_at is null`.execute(db)
      await sql`
        insert into substitutions (request_id, bank_id, blood_group, proposed_at, proposed_by, decided_at, is_accepted)
        select request_id, bank_id, blood_group, proposed_at, proposed_by, ${now}::timestamptz, false from (
          select distinct on (bank_id, blood_group) * from substitutions where request_id = ${requestId}
          order by bank_id, blood_group, id desc) as last
        where is_accepted`.execute(db)
    },

    /** As long as a match lets it: an emergency's too, which is none any more. */
    async holdOn(bagId: string, until: Date): Promise<void> {
      await db
        .updateTable('bagHolds')
        .set({ until, isEmergency: false })
        .where('bagId', '=', bagId)
        .where('releasedAt', 'is', null)
        .execute()
    },

    /** The request's, as lists have it. */
    async saveGroup({
      id,
      bloodGroup,
      updatedAt,
      version,
    }: Pick<BloodRequest, 'id' | 'bloodGroup' | 'updatedAt' | 'version'>): Promise<void> {
      await db.updateTable('requests').set({ bloodGroup, updatedAt, version }).where('id', '=', id).execute()
    },

    /** What the bench goes by, of a patient of whom the request says O; null: that it was wrong. */
    async sayBombay(
      { id, patientId }: Pick<BloodRequest, 'id' | 'patientId'>,
      { bombay, at }: { bombay: Bombay | null; at: Date },
    ): Promise<void> {
      const word = { bombay, bombayAt: at, bombayOf: patientId }
      await db
        .insertInto('moreForBank')
        .values({ requestId: id, ...word })
        .onConflict((before) => before.column('requestId').doUpdateSet(word))
        .execute()
    },
  }
}
