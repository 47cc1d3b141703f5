import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { days, earlier } from '#domain/basics/time.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

const columns = [
  ...(['id', 'organisationId', 'email', 'name', 'product', 'role'] as const),
  ...(['invitedBy', 'invitedAt', 'endsAt', 'usedAt'] as const),
] as const

/** A week of comings of one account is looked at, and no more of them than so many. */
const mostComings = 200

/** Of one organisation's people what only its People screen shows. */
export function memberStore(db: Db, organisationId: string) {
  const open = () =>
    db
      .selectFrom('invitations')
      .select(columns)
      .where('organisationId', '=', organisationId)
      .where('usedAt', 'is', null)
  return {
    invitations: () => open().orderBy('invitedAt').execute(),

    invitation: (id: string) => open().where('id', '=', id).executeTakeFirst(),

    async isInvited(email: string): Promise<boolean> {
      return (await open().where('email', '=', email).executeTakeFirst()) !== undefined
    },

    stops: () =>
      db
        .selectFrom('memberships')
        .select(['accountId', 'stoppedAt', 'stoppedBy'])
        .where('organisationId', '=', organisationId)
        .where('isStopped', '=', true)
        .execute(),

    /** When each of these last signed in, with what, and on how many kinds of device this week. */
    async comings(accountIds: readonly string[], now: Date) {
      const { rows } = await sql<{ id: string; at: Date | null; device: string | null; devices: number }>`
        select account.id, last.at, last.detail ->> 'device' as device, (
          select count(distinct week.detail ->> 'device')::int from (
            select detail from events where subject_kind = 'account' and subject_id = account.id
              and kind = 'signed-in' and at > ${earlier(now, days(7))} order by id desc limit ${mostComings}
          ) as week) as devices
        from unnest(${[...accountIds]}::text[]) as account (id)
        left join lateral (
          select at, detail from events where subject_kind = 'account' and subject_id = account.id
            and kind = 'signed-in' order by id desc limit 1) as last on true`.execute(db)
      return new Map(rows.map((row) => [row.id, row]))
    },

    async namesOf(accountIds: readonly string[]): Promise<Map<string, string>> {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from accounts where id = any(${[...accountIds]}::text[])`.execute(db)
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}

/** Whose link it is, whoever asks. */
export const invitationBy = (db: Db, token: string) =>
  db.selectFrom('invitations').select(columns).where('tokenHash', '=', hashOf(token)).executeTakeFirst()

/** Writing, inside the transaction of one act; the organisation is held. */
export function memberWriter({ db, now }: Pick<Work, 'db' | 'now'>, organisationId: string) {
  return {
    /** The token of its link. */
    async invite(
      to: Pick<Tables['invitations'], 'email' | 'name' | 'product' | 'role' | 'invitedBy' | 'endsAt'>,
    ) {
      const token = newToken()
      await db
        .insertInto('invitations')
        .values({
          ...to,
          id: randomUUID(),
          organisationId,
          tokenHash: hashOf(token),
          invitedAt: now,
          usedAt: null,
        })
        .execute()
      return token
    },

    async inviteAgain(id: string, by: { invitedBy: string; endsAt: Date }): Promise<string> {
      const token = newToken()
      await db
        .updateTable('invitations')
        .set({ ...by, tokenHash: hashOf(token), invitedAt: now })
        .where('id', '=', id)
        .execute()
      return token
    },

    withdraw: (id: string) => db.deleteFrom('invitations').where('id', '=', id).execute(),

    /** What that account sent and nobody used yet, the oldest first. */
    async withdrawOf(accountId: string): Promise<Pick<Tables['invitations'], 'email' | 'product'>[]> {
      const gone = await db
        .deleteFrom('invitations')
        .where('organisationId', '=', organisationId)
        .where('invitedBy', '=', accountId)
        .where('usedAt', 'is', null)
        .returning(['id', 'email', 'product', 'invitedAt'])
        .execute()
      return gone.toSorted((a, b) => a.invitedAt.getTime() - b.invitedAt.getTime() || (a.id < b.id ? -1 : 1))
    },

    use: (id: string) => db.updateTable('invitations').set({ usedAt: now }).where('id', '=', id).execute(),

    stop: (accountId: string, stoppedBy: string) =>
      db
        .updateTable('memberships')
        .set({ isStopped: true, stoppedAt: now, stoppedBy })
        .where('accountId', '=', accountId)
        .where('organisationId', '=', organisationId)
        .execute(),

    letIn: (accountId: string) =>
      db
        .updateTable('memberships')
        .set({ isStopped: false, stoppedAt: null, stoppedBy: null })
        .where('accountId', '=', accountId)
        .where('organisationId', '=', organisationId)
        .execute(),
  }
}

/** Of whoever opened the link: what their account is so far. */
export async function accountToJoin(db: Db, email: string) {
  const { rows } = await sql<{
    id: string
    name: string
    emailVerified: boolean
    wasGranted: boolean
    hasPassword: boolean
    isDriver: boolean
  }>`
    select id, name, email_verified, was_granted,
      exists (select from credentials where account_id = accounts.id) as has_password,
      exists (select from drivers where account_id = accounts.id) as is_driver
    from accounts where email = ${email}`.execute(db)
  return rows[0] ?? null
}

/** The first password of an account that has none, or that a stranger had signed up. */
export async function replacePassword(db: Db, accountId: string, password: string): Promise<void> {
  await db.deleteFrom('credentials').where('accountId', '=', accountId).execute()
  await db
    .insertInto('credentials')
    .values({
      id: `${accountId}-password`,
      accountId,
      providerAccountId: accountId,
      providerId: 'credential',
      password,
    })
    .execute()
  await db.deleteFrom('verifications').where('value', '=', accountId).execute()
}

const newToken = (): string => randomBytes(24).toString('base64url')

/** With words before it: a link for one thing opens no other. */
const hashOf = (token: string): string =>
  createHash('sha256').update(`invitation ${token}`).digest('base64url')
