import { type RawBuilder, sql } from 'kysely'
import { type AccountStatus, type Actor, displayNameOf } from '#domain/people/actor.ts'
import { personIn } from '#domain/people/doer.ts'
import { type Grant, grantFromEmail, localPart } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type Asked = { accountId: string; token: string; membershipId: number | null }

/** Everything an actor is made of, in one look. */
const whoQuery = (db: Db, asked: RawBuilder<Asked>) =>
  db
    .selectFrom(asked.as<'asked'>(sql`asked (account_id, token, membership_id)`))
    .innerJoin('accounts', 'accounts.id', 'asked.accountId')
    .leftJoin('memberships', 'memberships.id', 'asked.membershipId')
    .leftJoin('drivers', 'drivers.accountId', 'accounts.id')
    .leftJoin('organisations', (join) =>
      join.on(sql<boolean>`organisations.id = coalesce(memberships.organisation_id, ${organisationInEmail})`),
    )
    .select([
      'accounts.id as accountId',
      'accounts.email',
      'accounts.name as accountName',
      'accounts.wasGranted',
      'accounts.emailVerified',
      'drivers.name as driverName',
      'asked.token',
      'memberships.product',
      'memberships.role',
      'memberships.organisationId',
      'memberships.isStopped',
      'organisations.id as placeId',
      'organisations.kind',
      'organisations.name',
      'organisations.accountStatus',
      'organisations.isBlockedWhenEnded',
    ])

/** As `organisationIn` reads it; the rule decides whether it counts. */
const organisationInEmail = sql`case when split_part(accounts.email, '@', 1) ~ '_(admin|pilot|bloodbank)'
  then split_part(accounts.email, '_', 1) else split_part(accounts.email, '@', 1) end`

type Found = {
  accountId: string
  email: string
  accountName: string
  wasGranted: boolean
  emailVerified: boolean
  driverName: string | null
  product: Grant['product'] | null
  role: Grant['role'] | null
  organisationId: string | null
  isStopped: boolean | null
  placeId: string | null
  kind: 'hospital' | 'bank' | null
  name: string | null
  accountStatus: AccountStatus | null
  isBlockedWhenEnded: boolean | null
}

export function peopleStore(db: Db) {
  return {
    /** Who holds the session now; nobody if it ended or the organisation is suspended. */
    async whoIs(token: string, now: Date): Promise<Actor | null> {
      return (await this.whoAre([token], now)).get(token) ?? null
    },

    async whoAre(tokens: readonly string[], now: Date): Promise<Map<string, Actor>> {
      const open = sql<Asked>`(
        select account_id, token, coalesce(membership_id, first_membership(account_id)) from sessions
        where token = any(${[...tokens]}) and expires_at > ${now})`
      const found = await whoQuery(db, open).execute()
      const actors = new Map<string, Actor>()
      for (const row of found) {
        const actor = actorOf(row)
        if (actor) actors.set(row.token, actor)
      }
      return actors
    },

    accountBy(email: string) {
      return db
        .selectFrom('accounts')
        .select(['id', 'email', 'name'])
        .where('email', '=', email)
        .executeTakeFirst()
    },

    /** The actor an account would be, signed in now; null if its organisation is suspended. */
    async actorBy(email: string): Promise<Actor | null> {
      const begun = sql<Asked>`(select id, '', first_membership(id) from accounts where email = ${email})`
      const found = await whoQuery(db, begun).executeTakeFirst()
      return found ? actorOf(found) : null
    },

    /** An account that signs in with a password; false if the e-mail has one already. */
    async addAccount(account: {
      id: string
      email: string
      name: string
      passwordHash: string
      /** Unless told: whoever makes the account knows whose the mailbox is. */
      emailVerified?: boolean
      createdAt?: Date
    }): Promise<boolean> {
      const { id, email, passwordHash, emailVerified = true, ...rest } = account
      const added = await db
        .insertInto('accounts')
        .values({ id, email: email.toLowerCase(), emailVerified, ...rest })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) return false
      await db
        .insertInto('credentials')
        .values({
          id: `${id}-password`,
          accountId: id,
          providerAccountId: id,
          providerId: 'credential',
          password: passwordHash,
        })
        .execute()
      return true
    },

    async countDemonstration(): Promise<number> {
      const { made } = await db
        .selectFrom('accounts')
        .where('isDemonstration', '=', true)
        .select(({ fn }) => fn.countAll<number>().as('made'))
        .executeTakeFirstOrThrow()
      return made
    },

    sessionsOf(accountId: string, now: Date) {
      return db
        .selectFrom('sessions')
        .select(['id', 'token', 'createdAt', 'expiresAt', 'userAgent'])
        .where('accountId', '=', accountId)
        .where('expiresAt', '>', now)
        .orderBy('createdAt', 'desc')
        .limit(100)
        .execute()
    },

    /** False if it lasts longer already: nobody is signed out sooner by being busy. */
    async lengthen(token: string, until: Date, ifBefore: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ expiresAt: until })
        .where('token', '=', token)
        .where('expiresAt', '<', ifBefore)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async endSession(token: string): Promise<void> {
      await db.deleteFrom('sessions').where('token', '=', token).execute()
    },
  }
}

/**
 * What was granted stands over the e-mail (ruling AMB-26), and still does when it was stopped or is gone: without it
 * the account is nobody's (ruling AMB-210).
 */
function grantOf(row: Found): Grant | null {
  if (row.isStopped) return null
  if (row.product && row.role)
    return { product: row.product, role: row.role, organisationId: row.organisationId }
  return row.wasGranted ? null : grantFromEmail(row.email)
}

type Organisation = Pick<Tables['organisations'], 'name' | 'kind'> & {
  accountStatus: AccountStatus
  isBlockedWhenEnded: boolean
}

function organisationOf(row: Found, id: string | null): Organisation | undefined {
  const { kind, name, accountStatus, isBlockedWhenEnded } = row
  if (row.placeId === null || row.placeId !== id) return undefined
  if (kind === null || name === null || accountStatus === null || isBlockedWhenEnded === null)
    return undefined
  return { kind, name, accountStatus, isBlockedWhenEnded }
}

/** §3.2 cuts the names of hospitals; "Apollo Hospital Blood Bank" is not Apollo. */
const shownAs = ({ kind, name }: Organisation): string => (kind === 'hospital' ? displayNameOf(name) : name)

const nameOf = ({ accountName: name, email }: Found, displayName: string) => ({
  displayName,
  person: personIn({ name, email, place: displayName }),
})

function actorOf(row: Found): Actor | null {
  const { accountId, email } = row
  if (row.driverName !== null) return { kind: 'driver', accountId, email, displayName: row.driverName }
  const grant = grantOf(row)
  if (!grant) return null
  const { product, role, organisationId } = grant
  const organisation = organisationOf(row, organisationId)
  const member = { kind: 'member', accountId, email, product, role, organisationId } as const
  if (product === 'admin') {
    const accountStatus = row.emailVerified ? 'active' : 'unproved'
    const displayName = localPart(email)
    return { ...member, ...nameOf(row, displayName), accountStatus, isApprovingBlocked: false }
  }
  // a hospital or bank that is not on the books is not verified either; one of the wrong kind is not theirs
  const isTheirs = organisation?.kind === (product === 'bloodbank' ? 'bank' : 'hospital')
  const theirStatus = organisation && isTheirs ? organisation.accountStatus : 'pending'
  if (theirStatus === 'suspended') return null
  const accountStatus = row.emailVerified ? theirStatus : 'unproved'
  const displayName = organisation ? shownAs(organisation) : (organisationId ?? '')
  return {
    ...member,
    ...nameOf(row, displayName),
    accountStatus,
    isApprovingBlocked: accountStatus === 'subscription-ended' && organisation?.isBlockedWhenEnded === true,
  }
}
