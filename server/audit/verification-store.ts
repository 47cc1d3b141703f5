import { sql } from 'kysely'
import { z } from 'zod'
import type { Verification } from '#contract/audit.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

/** All of the trail, as the provider sees it. */
export const wholeTrail = ''

/** Whoever reads is heard of at least so often, or has died over it. */
const silenceSeconds = 30

export type FoundOfPlace = {
  events: number
  firstAt: Date | null
  faults: number
  told: readonly ToldFault[]
}
export type ToldFault = { eventId: number | null; what: string }

const Told = z.array(z.object({ eventId: z.number().nullable(), what: z.string() }))

export function verificationStore(db: Db) {
  return {
    /** The newest that is finished, and the one after it, with what was found of that organisation; null is all. */
    async look(
      organisationId: string | null,
    ): Promise<{ underWay: Verification | null; last: Verification | null }> {
      const rows = await db
        .selectFrom('verificationsOfTrail as asked')
        .leftJoin('verifiedPlaces as found', (join) =>
          join
            .onRef('found.verificationId', '=', 'asked.id')
            .on('found.organisationId', '=', organisationId ?? wholeTrail),
        )
        .select([
          'asked.state',
          'asked.askedAt',
          'asked.askedBy',
          'asked.askedFor',
          'asked.beganAt',
          'asked.endedAt',
          'asked.read',
          'asked.total',
          'asked.upTo',
          'asked.isWhole',
          'found.events',
          'found.firstAt',
          'found.faults',
          'found.told',
        ])
        .orderBy('asked.id', 'desc')
        .limit(2)
        .execute()
      const told = rows.map(({ state, events, faults, told, askedBy, askedFor, ...row }) => ({
        state,
        ...row,
        // an organisation learns nothing of others, not even that they asked
        askedBy: organisationId === null || organisationId === askedFor ? askedBy : null,
        events: events ?? 0,
        faults: faults ?? 0,
        told: told === null ? [] : Told.parse(JSON.parse(told)),
      }))
      return {
        underWay: told.find(({ state }) => state !== 'done') ?? null,
        last: told.find(({ state }) => state === 'done') ?? null,
      }
    },

    /** Nobody else reads then. Null: somebody does, or it is done. */
    async take(id: number): Promise<{ upTo: number; total: number } | null> {
      const { rows } = await sql<{ upTo: number; total: number }>`
        update verifications_of_trail set state = 'running', heard_at = now(), began_at = coalesce(began_at, now()),
          read = 0, up_to = last.id, total = last.count
        from (
          select coalesce(max(id), 0) as id, coalesce(max(id) - min(id) + 1, 0) as count from events
        ) as last
        where verifications_of_trail.id = ${id} and state <> 'done'
          and (state = 'waiting' or heard_at < now() - make_interval(secs => ${silenceSeconds}))
        returning up_to, total`.execute(db)
      return rows[0] ?? null
    },

    async isOpen(id: number): Promise<boolean> {
      const found = await db
        .selectFrom('verificationsOfTrail')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirst()
      return found !== undefined && found.state !== 'done'
    },

    async tell(id: number, read: number): Promise<void> {
      await db
        .updateTable('verificationsOfTrail')
        .set({ read, heardAt: sql`now()` })
        .where('id', '=', id)
        .execute()
    },

    /** With what was found of each organisation. Those before are let go of. */
    async end(
      id: number,
      verdict: { seals: number; isWhole: boolean; read: number },
      found: ReadonlyMap<string, FoundOfPlace>,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const rows = [...found].map(([organisationId, one]) => ({
          verificationId: id,
          organisationId,
          ...one,
          told: JSON.stringify(one.told),
        }))
        await tx.deleteFrom('verifiedPlaces').where('verificationId', '=', id).execute()
        for (let at = 0; at < rows.length; at += 1_000)
          await tx
            .insertInto('verifiedPlaces')
            .values(rows.slice(at, at + 1_000))
            .execute()
        await tx
          .updateTable('verificationsOfTrail')
          .set({ ...verdict, total: verdict.read, state: 'done', endedAt: sql`now()` })
          .where('id', '=', id)
          .execute()
        await tx.deleteFrom('verificationsOfTrail').where('id', '<', id).execute()
      })
    },
  }
}

/** Writing, inside the transaction of one act. */
export function verificationWriter({ db, now }: Pick<Work, 'db' | 'now'>) {
  return {
    /** Who asks at the same moment waits, also for the very first. */
    async lockLast() {
      await sql`select pg_advisory_xact_lock(${verifyingLock})`.execute(db)
      return db
        .selectFrom('verificationsOfTrail')
        .select(['state', 'askedAt'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
    },

    async add(asked: { askedBy: string; askedFor: string | null }): Promise<number> {
      const { id } = await db
        .insertInto('verificationsOfTrail')
        .values({ ...asked, askedAt: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
  }
}
const verifyingLock = 7_204_554
