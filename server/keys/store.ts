import { type Selectable, sql } from 'kysely'
import { earlier, minutes } from '#domain/basics/time.ts'
import type { AccountStatus } from '#domain/people/actor.ts'
import { testHospital } from '#domain/people/roles.ts'
import type { Db } from '../db/database.ts'
import { takeTurn } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

export type KeyRow = Selectable<Tables['apiKeys']>

/** Whose it is, and for whom it acts: another than whose for a test key. */
type Place = { kind: 'hospital' | 'bank'; name: string; accountStatus: AccountStatus }
export type FoundKey = KeyRow & { owner: Place | null; place: Place | null }

const mostShown = 50

const placeOf = (
  kind: Place['kind'] | null,
  name: string | null,
  accountStatus: AccountStatus | null,
): Place | null => (kind && name !== null && accountStatus ? { kind, name, accountStatus } : null)

export const keyStore = (db: Db) => ({
  /** Everything that a holder is made of, in one look. */
  async byHash(hash: string): Promise<FoundKey | undefined> {
    const row = await db
      .selectFrom('apiKeys')
      .leftJoin('organisations as owner', 'owner.id', 'apiKeys.organisationId')
      .leftJoin('organisations as place', (join) =>
        join.on(
          sql<boolean>`place.id = case when api_keys.is_test then ${testHospital} else api_keys.organisation_id end`,
        ),
      )
      .selectAll('apiKeys')
      .select([
        'owner.kind as ownerKind',
        'owner.name as ownerName',
        'owner.accountStatus as ownerStatus',
        'place.kind as placeKind',
        'place.name as placeName',
        'place.accountStatus as placeStatus',
      ])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (!row) return undefined
    const { ownerKind, ownerName, ownerStatus, placeKind, placeName, placeStatus, ...key } = row
    return {
      ...key,
      owner: placeOf(ownerKind, ownerName, ownerStatus),
      place: placeOf(placeKind, placeName, placeStatus),
    }
  },

  /** Those that work, and the newest of the others. */
  async list(organisationId: string | null, now: Date): Promise<KeyRow[]> {
    const works = sql<boolean>`(stopped_at is null and until > ${now})`
    return db
      .selectFrom('apiKeys')
      .selectAll()
      .where(sql<boolean>`organisation_id is not distinct from ${organisationId}`)
      .orderBy(works, 'desc')
      .orderBy('madeAt', 'desc')
      .orderBy('id')
      .limit(mostShown)
      .execute()
  },

  /** At most once a minute, whichever process it is that was called. */
  async touch(id: string, now: Date): Promise<void> {
    await db
      .updateTable('apiKeys')
      .set({ usedAt: now })
      .where('id', '=', id)
      .where((where) =>
        where.or([where('usedAt', 'is', null), where('usedAt', '<', earlier(now, minutes(1)))]),
      )
      .execute()
  },
})

export const keyWriter = (work: Work) => ({
  /** Of those that work; one at a time, so that none is made past the most there may be. */
  async namesOf(organisationId: string | null): Promise<string[]> {
    await takeTurn(work.db, `keys ${organisationId ?? ''}`)
    const rows = await work.db
      .selectFrom('apiKeys')
      .select('name')
      .where(sql<boolean>`organisation_id is not distinct from ${organisationId}`)
      .where('stoppedAt', 'is', null)
      .where('until', '>', work.now)
      .execute()
    return rows.map(({ name }) => name)
  },

  insert: (row: Omit<KeyRow, 'usedAt' | 'stoppedAt' | 'stoppedByName'>): Promise<KeyRow> =>
    work.db.insertInto('apiKeys').values(row).returningAll().executeTakeFirstOrThrow(),

  lock: (id: string, organisationId: string | null): Promise<KeyRow | undefined> =>
    work.db
      .selectFrom('apiKeys')
      .selectAll()
      .where('id', '=', id)
      .where(sql<boolean>`organisation_id is not distinct from ${organisationId}`)
      .forUpdate()
      .executeTakeFirst(),

  stop: (id: string, stoppedByName: string): Promise<KeyRow> =>
    work.db
      .updateTable('apiKeys')
      .set({ stoppedAt: work.now, stoppedByName })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Made with the first test key there is. */
  async ensureTestHospital(): Promise<void> {
    await work.db
      .insertInto('organisations')
      .values({
        id: testHospital,
        kind: 'hospital',
        name: 'Test Hospital',
        accountStatus: 'active',
        createdAt: work.now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  },
})
