import { sql } from 'kysely'
import { type Db, isUnreachable, type Tx } from './database.ts'

/** Until the transaction ends: whoever asks by the same name waits. */
export const takeTurn = async (tx: Tx, name: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx))

/** The name by which those take turns who make or bring the invoices of one order. */
export const billingOf = (requestId: string): string => `billing ${requestId}`

/** Until the transaction ends, as a count holds its bank. */
export const lockBank = ({ db }: { db: Tx }, id: string) =>
  sql`select from organisations where id = ${id} for no key update`.execute(db)

export type Lock = {
  name: string
  /** Waits for whoever has it; one that does not is turned away. */
  waits: boolean
}

/**
 * One at a time over all processes, for work that is longer than a transaction should be. Null if it was turned away.
 * The locks go with their connection, so a process that dies lets go.
 */
export function withLocks<Result>(
  db: Db,
  locks: readonly Lock[],
  act: () => Promise<Result>,
): Promise<{ result: Result } | null> {
  return db.connection().execute(async (connection) => {
    try {
      for (const lock of locks) if (!(await take(connection, lock))) return null
      return { result: await act() }
    } finally {
      await sql`select pg_advisory_unlock_all()`.execute(connection).catch((error) => {
        // they went with their connection, and what was done stays done
        if (!isUnreachable(error)) throw error
      })
    }
  })
}

async function take(connection: Db, { name, waits }: Lock): Promise<boolean> {
  const key = sql`hashtextextended(${name}, 0)`
  if (waits) {
    await sql`select pg_advisory_lock(${key})`.execute(connection)
    return true
  }
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}) as got`.execute(connection)
  return rows[0]?.got ?? false
}
