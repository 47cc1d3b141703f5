import { sql } from 'kysely'
import { earlier } from '#domain/basics/time.ts'
import { unprovedAtMost, unprovedFor } from '#domain/people/signing-up.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

/** More is left for the next minute. */
const most = 500

/** Ruling AMB-239: those that nobody proved, and of which the provider has made nothing; the oldest first. */
export async function unprovedAccounts(db: Db, now: Date): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select accounts.id from accounts where ${isOver(now)} order by created_at limit ${most}`.execute(db)
  return rows
}

/** A link that was asked for since gives it its time again, up to the longest there is. */
const isOver = (now: Date) => {
  const before = earlier(now, unprovedFor)
  return sql<boolean>`not email_verified and created_at <= ${before}
    and not exists (
      select from memberships join organisations on organisations.id = memberships.organisation_id
      where memberships.account_id = accounts.id and organisations.account_status <> 'pending')
    and not exists (
      select from events where subject_kind = 'account' and subject_id = accounts.id
        and (kind = 'account-granted'
          or kind = 'mailbox-proof-asked' and at > ${before} and created_at > ${earlier(now, unprovedAtMost)}))`
}

export function purgingWriter({ db, now }: Pick<Work, 'db' | 'now'>) {
  return {
    /** First its hospital and then itself, as the provider's own changes hold them; null if somebody was faster. */
    async lock(id: string): Promise<{ email: string; organisationId: string | null } | null> {
      const place = await db
        .selectFrom('organisations')
        .select('id')
        .where(
          'id',
          '=',
          db.selectFrom('memberships').select('organisationId').where('accountId', '=', id).limit(1),
        )
        .forUpdate()
        .executeTakeFirst()
      await db.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute()
      // asked when it is held: what was decided while it was waited for counts
      const { rows } = await sql<{ email: string }>`
        select email from accounts where id = ${id} and ${isOver(now)}`.execute(db)
      return rows[0] ? { email: rows[0].email, organisationId: place?.id ?? null } : null
    },

    /** With its password, sessions and grant, which go with it, and its links. */
    async removeAccount(id: string): Promise<void> {
      await db.deleteFrom('verifications').where('value', '=', id).execute()
      await db.deleteFrom('accounts').where('id', '=', id).execute()
    },

    /** False: it stays, because something else is of it: another account, an order, a message. */
    async removeHospitalIfBare(id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from organisations where id = ${id}
          and not exists (select from memberships where organisation_id = ${id})
          and not exists (select from requests where hospital_id = ${id})
          and not exists (select from notifications where organisation_id = ${id})`.execute(db)
      return numAffectedRows === 1n
    },
  }
}
