import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Not stopped, and not where everybody is kept out. */
export const openPlaces = (db: Db, accountId: string) =>
  db
    .selectFrom('memberships')
    .leftJoin('organisations', 'organisations.id', 'memberships.organisationId')
    .select([
      'memberships.id',
      'memberships.role',
      'memberships.organisationId',
      'organisations.name',
      'organisations.kind',
    ])
    .where('accountId', '=', accountId)
    .where('isStopped', '=', false)
    .where((where) =>
      where.or([where('accountStatus', 'is', null), where('accountStatus', '!=', 'suspended')]),
    )
    .orderBy('memberships.id')
    .limit(100)
    .execute()

/** The session is for that one from now on, and so is the next that begins. */
export async function chooseFor(
  db: Db,
  { accountId, token, id, now }: { accountId: string; token: string; id: number; now: Date },
): Promise<void> {
  await db.updateTable('memberships').set({ chosenAt: now }).where('id', '=', id).execute()
  await db
    .updateTable('sessions')
    .set({ membershipId: id })
    .where('token', '=', token)
    .where('accountId', '=', accountId)
    .execute()
  // a browser rings for whom its person acts in it
  await sql`
    update push_subscriptions set organisation_id = memberships.organisation_id, product = memberships.product
    from memberships, sessions
    where memberships.id = ${id} and sessions.token = ${token} and session_id = sessions.id
      and push_subscriptions.account_id = ${accountId}`.execute(db)
}
