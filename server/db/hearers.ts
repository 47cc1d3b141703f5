import { sql } from 'kysely'
import type { Choices, QuietHours } from '#domain/messages/hearing.ts'
import { fits, type PlaceKind } from '#domain/people/granting.ts'
import { grantFromEmail, type Product, type Role, supportName } from '#domain/people/roles.ts'
import type { Db } from './database.ts'
import { placeOfEmail } from './place-of-email.ts'

/** Somebody who may hear of something, and what they chose. */
export type Hearer = {
  readonly accountId: string
  readonly name: string
  /** Of the organisation, or of the provider. */
  readonly isAdmin: boolean
  /** Null until they have shown that it is theirs. */
  readonly email: string | null
  /** Their own number for texts; a driver's is the one that is registered. Empty where there is none. */
  readonly phone: string
  readonly choices: Choices
  readonly quiet: QuietHours | null
  /** Those of theirs that ring for whom they act here. */
  readonly browsers: readonly { id: number; device: string; product: Product | 'driver' }[]
}

export type Hearers = {
  /** Who acts for an organisation now; null is the provider. */
  hearers(organisationId: string | null): readonly Hearer[]
  /** The driver as a person; undefined where there is none. */
  driverHearer(email: string | null | undefined): Hearer | undefined
}

type Row = {
  accountId: string
  name: string
  address: string
  isProved: boolean
  phone: string
  quietFrom: string | null
  quietTo: string | null
  choices: Choices | null
  browsers: Hearer['browsers'] | null
  /** Null for the provider and for drivers. */
  placeId: string | null
  kind: PlaceKind | null
  driverEmail: string | null
  role: Role | null
  isByEmail: boolean
}

/**
 * Who acts for these organisations and for the provider now, and these drivers, in one look. Whoever is stopped, and
 * whoever's organisation is not open, hears nothing.
 */
export async function readHearers(
  db: Db,
  { places, drivers }: { places: readonly string[]; drivers: readonly string[] },
): Promise<Hearers> {
  const { rows } = await sql<Row>`
    with place as materialized (
      select id, kind from organisations
      where id = any(${places}::text[]) and account_status in ('active', 'subscription-ended')),
    theirs (account_id, place_id, kind, driver_email, role, is_by_email) as (
      select account_id, place.id, kind, null, role, false
      from place join memberships on organisation_id = place.id where not is_stopped
      union all
      select account_id, null, null, null, role, false from memberships where organisation_id is null and not is_stopped
      union all
      select accounts.id, place.id, kind, null, null, true
      from place join accounts on ${placeOfEmail} = place.id where not was_granted
      union all
      select accounts.id, null, null, null, null, true from accounts
      where ${placeOfEmail} = ${supportName} and not was_granted
      union all
      select account_id, null, null, email, null, false from drivers where email = any(${drivers}::text[]))
    select theirs.account_id, accounts.name, accounts.email as address, email_verified as is_proved,
      coalesce(driver.phone, hearers.phone, '') as phone, quiet_from, quiet_to, place_id, theirs.kind, driver_email,
      role, is_by_email, (
        select jsonb_object_agg(hearing.kind || ' ' || way, is_on) from hearing
        where hearing.account_id = theirs.account_id
          and coalesce(hearing.organisation_id, '') = coalesce(place_id, '')) as choices, (
        select jsonb_agg(jsonb_build_object('id', id, 'device', device, 'product', product) order by id)
        from push_subscriptions where push_subscriptions.account_id = theirs.account_id
          and push_subscriptions.organisation_id is not distinct from place_id
          and (product = 'driver') = (driver_email is not null)) as browsers
    from theirs join accounts on accounts.id = theirs.account_id
    left join hearers on hearers.account_id = accounts.id
    left join drivers as driver on driver.account_id = accounts.id
    where driver.email is not distinct from driver_email
    order by theirs.account_id`.execute(db)
  const of = Map.groupBy(rows.filter(isTheirs), keyOf)
  const read = (key: string) => (of.get(key) ?? []).map(asHearer)
  return {
    hearers: (organisationId) => read(organisationId ?? provider),
    driverHearer: (email) => read(`driver ${email}`)[0],
  }
}

/** No id has a blank. */
const provider = 'the provider'
const keyOf = ({ placeId, driverEmail }: Row): string =>
  driverEmail === null ? (placeId ?? provider) : `driver ${driverEmail}`

/** The e-mail was looked for by its beginning; the rule says whether it counts (ruling AMB-26). */
function isTheirs({ isByEmail, address, placeId, kind }: Row): boolean {
  if (!isByEmail) return true
  const grant = grantFromEmail(address)
  return grant.organisationId === placeId && (kind === null || fits(kind, grant))
}

const asHearer = (row: Row): Hearer => ({
  accountId: row.accountId,
  name: row.name,
  isAdmin: (row.isByEmail ? grantFromEmail(row.address).role : row.role) === 'admin',
  email: row.isProved ? row.address : null,
  phone: row.phone,
  choices: row.choices ?? {},
  browsers: row.browsers ?? [],
  quiet: row.quietFrom && row.quietTo ? { from: row.quietFrom, to: row.quietTo } : null,
})
