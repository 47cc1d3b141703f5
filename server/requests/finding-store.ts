import { type RawBuilder, sql } from 'kysely'
import { mostFound } from '#domain/requests/finding.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import type { Db } from '../db/database.ts'

/** A word that was typed, and the hospitals whose name has it; none where a hospital looks among its own. */
export type Sought = { word: string; hospitals: readonly string[] }

/**
 * So many of the newest are looked through first: what is common is found among them. What is not is read by the index
 * and sorted, at most so many rows; of more than these any that match are told (decision 42).
 */
export const lookedThrough = { newest: 2_000, byIndex: 10_000 }

export function findingStore(db: Db) {
  return {
    /** Each word begins one of the patient's, or names the hospital; one of them is the patient's. */
    async patients(sought: readonly Sought[], hospitalId: string | null): Promise<BloodRequest[]> {
      const [near, isMore] = await Promise.all([
        amongNewest(db, sought, hospitalId),
        hasMoreThan(db, lookedThrough.newest, hospitalId),
      ])
      if (near.length >= mostFound || !isMore) return near
      return [...near, ...(await byIndex(db, sought, hospitalId))]
    },

    /** By the beginning of their id. */
    async ids(id: string, hospitalId: string | null): Promise<BloodRequest[]> {
      const found = db
        .selectFrom('requests')
        .selectAll()
        .where('id', '>=', id.padEnd(8, '0'))
        .where('id', '<=', id.padEnd(8, 'f'))
        .orderBy('raisedAt', 'desc')
        .limit(mostFound)
      return (hospitalId === null ? found : found.where('hospitalId', '=', hospitalId)).execute()
    },

    /** Those whose name has one of the words anywhere; the rule looks closer. */
    async namesLike(words: readonly string[]) {
      const like = sql`any(${words.map((word) => `%${word}%`)}::text[])`
      const [hospitals, drivers] = await Promise.all([
        db
          .selectFrom('organisations')
          .select(['id', 'name'])
          .where('kind', '=', 'hospital')
          .where(sql<boolean>`lower(name) like ${like}`)
          .execute(),
        db
          .selectFrom('drivers')
          .select(['email', 'name'])
          .where(sql<boolean>`lower(name) like ${like}`)
          .execute(),
      ])
      return { hospitals, drivers }
    },

    async ofHospitals(hospitals: readonly string[]): Promise<BloodRequest[]> {
      if (hospitals.length === 0) return []
      const { rows } = await sql<BloodRequest>`
        select found.* from unnest(${[...hospitals]}::text[]) as hospital(id) cross join lateral (
          select * from requests where hospital_id = hospital.id order by raised_at desc, id desc limit ${mostFound}
        ) as found order by raised_at desc, id desc limit ${mostFound}`.execute(db)
      return rows
    },

    /** Of some drivers; the words that are not in the driver's name are the patient's, or name the hospital. */
    async ofDrivers(drivers: readonly { email: string; rest: readonly Sought[] }[]): Promise<BloodRequest[]> {
      const walks = drivers.map(
        ({ email, rest }) => sql`(
          select requests.* from (
            select request_id, raised_at from request_drivers where driver_email = ${email}
            order by raised_at desc, request_id desc limit ${lookedThrough.newest}
          ) as driven join requests on requests.id = driven.request_id
            cross join find_text(patient_name, patient_id) as words
          where ${all([sql`requests.driver_email = ${email}`, ...rest.map(hasWord)])}
          order by driven.raised_at desc, driven.request_id desc limit ${mostFound})`,
      )
      if (walks.length === 0) return []
      const { rows } = await sql<BloodRequest>`
        select * from (${sql.join(walks, sql` union all `)}) as found
        order by raised_at desc, id desc limit ${mostFound}`.execute(db)
      return rows
    },
  }
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([...conditions], sql` and `)

const isPatients = ({ word }: Sought) => sql`words like ${`% ${word}%`}`

const hasWord = (sought: Sought) =>
  sought.hospitals.length === 0
    ? isPatients(sought)
    : sql`(${isPatients(sought)} or hospital_id = any(${[...sought.hospitals]}::text[]))`

const ofHospital = (hospitalId: string | null) =>
  hospitalId === null ? sql`true` : sql`hospital_id = ${hospitalId}`

async function amongNewest(
  db: Db,
  sought: readonly Sought[],
  hospitalId: string | null,
): Promise<BloodRequest[]> {
  const isOnesPatient = sought.every(({ hospitals }) => hospitals.length === 0)
    ? []
    : [sql`(${sql.join(sought.map(isPatients), sql` or `)})`]
  const { rows } = await sql<BloodRequest>`
    select * from (
      select *, find_text(patient_name, patient_id) as words from requests where ${ofHospital(hospitalId)}
      order by raised_at desc, id desc limit ${lookedThrough.newest}
    ) as newest
    where ${all([...sought.map(hasWord), ...isOnesPatient])}
    order by raised_at desc, id desc limit ${mostFound}`.execute(db)
  return rows
}

async function hasMoreThan(db: Db, count: number, hospitalId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from requests where ${ofHospital(hospitalId)} order by raised_at desc, id desc
    offset ${count} limit 1`.execute(db)
  return rows.length > 0
}

async function byIndex(
  db: Db,
  sought: readonly Sought[],
  hospitalId: string | null,
): Promise<BloodRequest[]> {
  // not as one query with its order and limit, for which all rows by time might be walked instead
  const { rows } = await sql<BloodRequest>`
    with found as materialized (
      select * from requests
      where find_vector(patient_name, patient_id, hospital_id) @@ ${queryFor(sought, hospitalId)}::tsquery
        and ${ofHospital(hospitalId)}
      limit ${lookedThrough.byIndex}
    ) select * from found order by raised_at desc, id desc limit ${mostFound}`.execute(db)
  return rows
}

/** Words have no sign that means something in a query: these part words. */
function queryFor(sought: readonly Sought[], hospitalId: string | null): string {
  const begun = sought.map(({ word }) => `'${word}':*`)
  const each = sought.map(({ hospitals }, at) => [begun[at], ...hospitals.map(exactly)].join(' | '))
  const own = hospitalId === null ? [] : [exactly(hospitalId)]
  return [...each, begun.join(' | '), ...own].map((part) => `(${part})`).join(' & ')
}

const exactly = (hospitalId: string): string => `'h:${hospitalId.replace(/['\\]/g, '$&$&')}'`
