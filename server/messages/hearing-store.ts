import { sql } from 'kysely'
import type { QuietHours, Way } from '#domain/messages/hearing.ts'
import type { Db, Tx } from '../db/database.ts'
import { type Hearer, readHearers } from '../db/hearers.ts'
import { holdPlace } from '../db/listening.ts'
import type { Work } from '../db/work.ts'

type Wish = { kind: string; way: Way; isOn: boolean }

/** Somebody of the provider, or a driver. */
export async function hearerAlone(
  db: Db,
  { accountId, driverEmail }: { accountId: string; driverEmail: string | null },
): Promise<Hearer | undefined> {
  const drivers = driverEmail === null ? [] : [driverEmail]
  const { hearers, driverHearer } = await readHearers(db, { places: [], drivers })
  return driverEmail === null
    ? hearers(null).find((one) => one.accountId === accountId)
    : driverHearer(driverEmail)
}

/** For whom else somebody acts: with their number each of these may lose its last way. */
export async function placesOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select organisation_id as id from memberships
    where account_id = ${accountId} and organisation_id is not null and not is_stopped order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What one person chooses, inside the transaction of one act: first the organisations are held, then the account. */
export async function hearingWriter({ db }: Pick<Work, 'db'>, accountId: string, places: readonly string[]) {
  for (const id of [...new Set(places)].toSorted()) await holdPlace(db, id)
  await sql`select from accounts where id = ${accountId} for no key update`.execute(db)
  return {
    choose: (organisationId: string | null, { kind, way, isOn }: Wish) =>
      sql`insert into hearing (account_id, organisation_id, kind, way, is_on)
        values (${accountId}, ${organisationId}, ${kind}, ${way}, ${isOn})
        on conflict (account_id, (coalesce(organisation_id, '')), kind, way) do update set is_on = excluded.is_on`.execute(
        db,
      ),

    setQuiet: (quiet: QuietHours | null) =>
      sql`insert into hearers (account_id, quiet_from, quiet_to)
        values (${accountId}, ${quiet?.from ?? null}, ${quiet?.to ?? null})
        on conflict (account_id) do update set quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`.execute(
        db,
      ),

    setPhone: (phone: string) =>
      sql`insert into hearers (account_id, phone) values (${accountId}, ${phone})
        on conflict (account_id) do update set phone = excluded.phone`.execute(db),
  }
}

/** What an organisation's desk is rung for; whoever calls holds it. */
export const chooseDesk = (tx: Tx, organisationId: string, { kind, way, isOn }: Wish) =>
  sql`insert into desk_hearing (organisation_id, kind, way, is_on)
    values (${organisationId}, ${kind}, ${way}, ${isOn})
    on conflict (organisation_id, kind, way) do update set is_on = excluded.is_on`.execute(tx)

/** Of one's own: those with these keys. */
export const ownMessages = (db: Db, accountId: string, onces: readonly string[]) =>
  db
    .selectFrom('notifications')
    .select(['channel', 'recipient', 'state'])
    .where('once', 'in', [...onces])
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()

export const hasTried = async (db: Db, accountId: string, eventId: number): Promise<boolean> =>
  (await db
    .selectFrom('events')
    .select('id')
    .where('id', '=', eventId)
    .where('kind', '=', 'hearing-tried')
    .where('subjectId', '=', accountId)
    .executeTakeFirst()) !== undefined
