import { sql } from 'kysely'
import { comingsAndGoings } from '#domain/events/events.ts'
import type { AccountStatus } from '#domain/people/actor.ts'
import { fits, type PlaceKind } from '#domain/people/granting.ts'
import { type Grant, grantFromEmail } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import { placeOfEmail } from '../db/place-of-email.ts'
import type { Work } from '../db/work.ts'

/** Where an organisation stands in the list: those that wait first, then by name. */
export type PlaceInList = { isDecided: boolean; name: string; id: string }

const isDecided = sql<boolean>`(account_status <> 'pending')`
const byName = sql<string>`lower(name)`

/** As in their indexes. */
const lettersOfAccount = sql<string>`lower(accounts.email || ' ' || accounts.name)`
const lettersOfPlace = sql<string>`lower(name || ' ' || id || ' ' || email)`

const mostEvents = 50
export type TrailRow = {
  id: number
  at: Date
  actorName: string
  person: string | null
  accountName: string | null
  accountEmail: string | null
  kind: string
  fromStatus: string | null
  toStatus: string | null
  detail: string
}
const mostNamesakes = 5

export function accountStore(db: Db) {
  const columns = [
    'id',
    'kind',
    'name',
    'address',
    'phones',
    'email',
    'accountStatus',
    'isListed',
    'isBlockedWhenEnded',
    'referenceBankId',
    'createdAt',
  ] as const

  return {
    async list(ask: PageRange<PlaceInList> & { search: string }) {
      const found = await readPage(ask, (part) => page(part, ask.search), inList)
      return this.withAccounts(found)
    },

    async find(id: string) {
      const found = await this.placeOf(id)
      return found && (await this.withAccounts([found]))[0]
    },

    placeOf: (id: string) =>
      db.selectFrom('organisations').select(columns).where('id', '=', id).executeTakeFirst(),

    async isOrganisation(id: string): Promise<boolean> {
      return (await this.placeOf(id)) !== undefined
    },

    /**
     * A bank, or a hospital that did not sign itself up: people of theirs may be known by their e-mail alone. Whoever
     * signed up has a stored grant, so that name before another @ is no claim to it (ruling AMB-210). Of an id that was
     * free again in between, the newest holder counts.
     */
    async isEstablished(id: string): Promise<boolean> {
      const { rows } = await sql`
        select from organisations where id = ${id} and 'hospital-signed-up' is distinct from (
          select kind from events where subject_kind = 'organisation' and subject_id = ${id}
            and kind in ('hospital-signed-up', 'sign-up-purged') order by events.id desc limit 1)`.execute(db)
      return rows.length > 0
    },

    /** Which of these ids are somebody's: an organisation's, or what the e-mail of an account reads as. */
    async takenOf(ids: readonly string[]): Promise<Set<string>> {
      const wanted = sql`any(${[...ids]}::text[])`
      const { rows } = await sql<{ id: string }>`
        select id from organisations where id = ${wanted}
        union select ${placeOfEmail} from accounts where ${placeOfEmail} = ${wanted} and not was_granted`.execute(
        db,
      )
      return new Set(rows.map(({ id }) => id))
    },

    async withAccounts<Place extends { id: string; kind: PlaceKind; accountStatus: AccountStatus }>(
      places: readonly Place[],
    ) {
      const all = places.length === 0 ? [] : await accountsAt(places.map(({ id }) => id))
      const invited = places.length === 0 ? [] : await invitedTo(places.map(({ id }) => id))
      const waiting = places.filter(({ accountStatus }) => accountStatus === 'pending')
      const alike = waiting.length === 0 ? [] : await namesakesOf(waiting.map(({ id }) => id))
      return places.map((place) => ({
        ...place,
        namesakes: alike.filter(({ id }) => id === place.id).map(({ namesake }) => namesake),
        accounts: all
          .filter(({ grant }) => grant.organisationId === place.id && fits(place.kind, grant))
          .map(({ grant, ...account }) => ({ ...account, product: grant.product, role: grant.role })),
        invitations: invited.filter(({ organisationId }) => organisationId === place.id),
      }))
    },

    /** What was done to it and to these accounts, newest first. */
    async historyOf(id: string, accountIds: readonly string[]) {
      const columns = sql`id, at, actor_id, actor_name, person, kind, from_status, to_status, detail`
      // of each what is newest, by its index; who signs in every day does not push what was changed out of sight
      const newest = (isQuiet: boolean) => sql`
        (select found.* from unnest(${[...accountIds]}::text[]) as account (id), lateral (
          select ${columns} from events
          where subject_kind = 'account' and subject_id = account.id
            and kind ${isQuiet ? sql`in` : sql`not in`} (${sql.join(comingsAndGoings.map((kind) => sql.lit(kind)))})
          order by events.id desc limit ${mostEvents}) as found
        order by id desc limit ${mostEvents})`
      const { rows } = await sql<TrailRow>`
        select trail.*, doer.name as account_name, doer.email as account_email from (
          (select ${columns} from events where subject_kind = 'organisation' and subject_id = ${id}
           order by events.id desc limit ${mostEvents})
          union all ${newest(false)} union all ${newest(true)}) as trail
        left join accounts as doer on doer.id = trail.actor_id
        order by trail.id desc`.execute(db)
      return rows
    },
  }

  function page({ after, through, limit }: PageRange<PlaceInList>, search: string) {
    const place = sql`(${isDecided}, ${byName}, organisations.id)`
    const at = (one: PlaceInList) => sql`(${one.isDecided}, ${one.name}, ${one.id})`
    let query = db
      .selectFrom('organisations')
      .select([...columns, isDecided.as('isDecided'), byName.as('sortName')])
    if (after) query = query.where(sql<boolean>`${place} > ${at(after)}`)
    if (through) query = query.where(sql<boolean>`${place} <= ${at(through)}`)
    if (search) query = query.where(matches(search))
    return query.orderBy(isDecided).orderBy(byName).orderBy('organisations.id').limit(limit).execute()
  }

  /** Its name, its id, its e-mail, or name and e-mail of somebody who signs in for it. */
  function matches(search: string) {
    const letters = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    return sql<boolean>`organisations.id in (
      select id from organisations where ${lettersOfPlace} like ${letters}
      union select case when was_granted then memberships.organisation_id else ${placeOfEmail} end from accounts
        left join memberships on memberships.account_id = accounts.id
        where ${lettersOfAccount} like ${letters}
          and not exists (select from drivers where drivers.account_id = accounts.id))`
  }

  function invitedTo(ids: readonly string[]) {
    return db
      .selectFrom('invitations')
      .select(['id', 'organisationId', 'email', 'name', 'product', 'role', 'endsAt'])
      .where('organisationId', 'in', [...ids])
      .where('usedAt', 'is', null)
      .orderBy('invitedAt')
      .execute()
  }

  async function namesakesOf(ids: readonly string[]) {
    const { rows } = await sql<{ id: string; namesake: string }>`
      select waiting.id, other.id as namesake
      from organisations as waiting, lateral (
        select id from organisations
        where name_as_read(name) = name_as_read(waiting.name) and id <> waiting.id
        order by id limit ${mostNamesakes}) as other
      where waiting.id = any(${[...ids]}::text[])`.execute(db)
    return rows
  }

  /** Whoever may be theirs, by grant or by e-mail; drivers are nobody's. */
  async function accountsAt(ids: readonly string[]) {
    const wanted = sql`any(${[...ids]}::text[])`
    const rows = await db
      .selectFrom(
        sql<{ accountId: string; membershipId: number | null }>`(
          select account_id, id from memberships where organisation_id = ${wanted}
          union all select accounts.id, null from accounts where ${placeOfEmail} = ${wanted} and not was_granted
        )`.as<'theirs'>(sql`theirs (account_id, membership_id)`),
      )
      .innerJoin('accounts', 'accounts.id', 'theirs.accountId')
      .leftJoin('memberships', 'memberships.id', 'theirs.membershipId')
      .select([
        'accounts.id',
        'accounts.email',
        'accounts.name',
        'accounts.createdAt',
        'accounts.emailVerified as isProved',
        'accounts.twoFactorEnabled as hasSecondFactor',
        'memberships.product',
        'memberships.role',
        'memberships.organisationId',
        sql<boolean>`coalesce(is_stopped, false)`.as('isStopped'),
        sql<boolean>`exists (select from credentials where account_id = accounts.id)`.as('hasPassword'),
        sql<number>`(select count(*) from sessions where account_id = accounts.id and expires_at > now()
          and membership_id is not distinct from theirs.membership_id)`.as('openSessions'),
        sql<Date | null>`(select at from events where subject_kind = 'account' and subject_id = accounts.id
          and kind = 'signed-in' order by events.id desc limit 1)`.as('lastSignInAt'),
        sql<
          string[]
        >`array(select organisation_id from memberships as other where other.account_id = accounts.id
          and organisation_id <> memberships.organisation_id order by other.id)`.as('alsoAt'),
      ])
      .where(sql<boolean>`not exists (select from drivers where drivers.account_id = accounts.id)`)
      .orderBy('accounts.createdAt')
      .orderBy('accounts.email')
      .execute()
    return rows.map(({ product, role, organisationId, ...account }) => {
      const given: Grant | null = product && role ? { product, role, organisationId } : null
      return { ...account, isGranted: given !== null, grant: given ?? grantFromEmail(account.email) }
    })
  }
}

export const inList = (row: { isDecided: boolean; sortName: string; id: string }): PlaceInList => ({
  isDecided: row.isDecided,
  name: row.sortName,
  id: row.id,
})

/** Writing, inside the transaction of one act. */
export function accountWriter({ db }: Pick<Work, 'db'>) {
  return {
    /** Holds the organisation until the transaction ends, and all that is done to its accounts with it. */
    lock: (id: string) =>
      db.selectFrom('organisations').select('id').where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Its events have one order: who changes it from here and who changes it themselves wait for each other. */
    lockAccount: (id: string) =>
      db.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute(),

    setStatus: (id: string, accountStatus: AccountStatus) =>
      db.updateTable('organisations').set({ accountStatus }).where('id', '=', id).execute(),

    setBlock: (id: string, isBlockedWhenEnded: boolean) =>
      db.updateTable('organisations').set({ isBlockedWhenEnded }).where('id', '=', id).execute(),

    offer: (id: string) =>
      db.updateTable('organisations').set({ isListed: true }).where('id', '=', id).execute(),

    /** False if the id is taken. It waits for the provider. */
    async addHospital(hospital: {
      id: string
      name: string
      address: string
      email: string
      phones: string[]
      referenceBankId: string
      createdAt: Date
    }): Promise<boolean> {
      const added = await db
        .insertInto('organisations')
        .values({ ...hospital, kind: 'hospital', accountStatus: 'pending' })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },

    /** False if the e-mail has an account already. Without a password: its owner sets the first. */
    async add(account: { id: string; email: string; name: string; createdAt: Date }): Promise<boolean> {
      const added = await db
        .insertInto('accounts')
        .values(account)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },

    /** What it is in that organisation; whoever is stopped there stays so. */
    grant: (accountId: string, { product, role, organisationId }: Grant) =>
      db
        .insertInto('memberships')
        .values({ accountId, product, role, organisationId })
        .onConflict((conflict) =>
          conflict
            .expression(sql`account_id, (coalesce(organisation_id, ''))`)
            .doUpdateSet({ product, role }),
        )
        .execute(),

    /** As if it had never been there. */
    leave: (accountId: string, organisationId: string | null) =>
      db
        .deleteFrom('memberships')
        .where('accountId', '=', accountId)
        .where(sql<boolean>`organisation_id is not distinct from ${organisationId}`)
        .execute(),

    /** Those in which they act for that organisation: of whom, and how many. */
    async endSessions(accountIds: readonly string[], organisationId: string): Promise<Map<string, number>> {
      if (accountIds.length === 0) return new Map()
      const ended = await db
        .deleteFrom('sessions')
        .where('accountId', 'in', [...accountIds])
        .where(
          sql<boolean>`(membership_id is null or membership_id in (
            select id from memberships where organisation_id = ${organisationId}))`,
        )
        .returning('accountId')
        .execute()
      const counts = new Map<string, number>()
      for (const { accountId } of ended) counts.set(accountId, (counts.get(accountId) ?? 0) + 1)
      return counts
    },

    addDriver: (driver: { email: string; accountId: string; name: string; phone: string }) =>
      db.insertInto('drivers').values(driver).execute(),
  }
}
