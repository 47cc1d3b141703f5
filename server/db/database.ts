import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { wayTo } from './hosts.ts'
import { preparingClient } from './prepared.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> }

/** Ids of PostgreSQL's types, as it sends them. */
const int8 = 20
const json = 114
const textArray = 1009
const date = 1082
const dateArray = 1182
const numeric = 1700

export function openDatabase(
  url: string,
  options: {
    connections?: number
    onError?: (error: Error) => void
    /** After this a connection is given up: not even the word that a statement took too long came through. */
    longestSilenceMs?: number
    /** Not where connections are shared out statement by statement. */
    isPreparing?: boolean
    /** By which PostgreSQL shows whose a connection is. */
    name?: string
  } = {},
) {
  const { connectionString, Client } = wayTo(url)
  const pool = new pg.Pool({
    connectionString,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 3_000,
    // a query that takes this long is a bug or a dead network; the person gets an answer either way
    statement_timeout: 5_000,
    query_timeout: options.longestSilenceMs,
    idle_in_transaction_session_timeout: 15_000,
    application_name: options.name ?? 'crossmatch',
    types: { getTypeParser },
    Client: options.isPreparing ? preparingClient(Client) : Client,
  })
  // an idle connection that the server drops must not end the process; the pool opens another
  pool.on('error', (error) => options.onError?.(error))
  // nor one that is in use: whoever uses it learns of it by the query that fails
  pool.on('connect', (client) => void client.on('error', () => undefined))
  // one that still owes an answer is no good to whoever comes next
  pool.on('release', (_error, client) => {
    if (!isReady(client)) (client as pg.PoolClient).end().catch(() => undefined)
  })
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    db,
    pool,
    async close() {
      await db.destroy()
      // Kysely ends only a pool that it was asked to use
      if (!pool.ending) await pool.end()
    },
  } satisfies Database
}

const isReady = (client: unknown): boolean =>
  (client as { readyForQuery: boolean | null }).readyForQuery === true

/**
 * Event ids fit a number for some hundred thousand years. Json stays text, because hashes are taken over it; a day
 * stays `2026-11-15`, because it is one in India and not at the machine's midnight.
 */
const getTypeParser = ((type: number, format?: 'text' | 'binary') => {
  if (type === int8) return Number
  if (type === numeric) return Number
  if (type === json || type === date) return (text: string) => text
  if (type === dateArray) return pg.types.getTypeParser(textArray as typeof date, 'text')
  return pg.types.getTypeParser(type, format as 'text')
}) as typeof pg.types.getTypeParser

/** A database that cannot be reached, as opposed to a query that was wrong. */
export function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string') return unreachable.some((prefix) => code.startsWith(prefix))
  return (
    error instanceof Error &&
    /Connection terminated|not queryable|has been discarded|timeout exceeded when trying to connect|Query read timeout/.test(
      error.message,
    )
  )
}
// class 08 connection exception, 57P01..03 shutdown and crash, 53300 too many connections, then the network's own
const unreachable = [
  '08',
  '57P',
  '53300',
  'ECONN',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]

/** PostgreSQL gave this try up, and nothing was changed: two waited for each other, or one for longer than it may. */
export const isPassing = (error: unknown): boolean =>
  ['40001', '40P01', '55P03', '57014'].includes((error as { code?: string } | null)?.code ?? '')
