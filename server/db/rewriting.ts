import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { wayTo } from './hosts.ts'

/** So often, with as long a pause: whoever looks at an older state for longer is waited for no more. */
const patience = { tries: 20, ms: 500 }

/**
 * The table's files are written anew without what was deleted, and so are the samples of it that the planner keeps. It
 * is held meanwhile. False: this role may not, or somebody looks at an older state all the time, for whom PostgreSQL
 * keeps what was deleted.
 */
export async function rewriteTable(url: string, table: string): Promise<boolean> {
  const { connectionString, Client } = wayTo(url)
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  let kept = 0
  // VERBOSE tells first of all how many it could not leave out yet
  client.on('notice', ({ detail = '' }) => {
    kept += Number(/^\d+/.exec(detail)?.[0] ?? 0)
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ may: boolean }>(
      `select pg_has_role(relowner, 'usage') as may from pg_class where oid = $1::regclass`,
      [table],
    )
    if (!rows[0]?.may) return false
    await client.query('set statement_timeout = 0')
    for (let tries = 1; ; tries++) {
      kept = 0
      await client.query(`vacuum (full, verbose) ${pg.escapeIdentifier(table)}`)
      await client.query(`analyze ${pg.escapeIdentifier(table)}`)
      // a role that may not is told so by a warning, and nothing is done
      await client.query('vacuum (full, verbose) pg_catalog.pg_statistic').catch(() => undefined)
      if (kept === 0 || tries === patience.tries) break
      await sleep(patience.ms)
    }
    await client.query('checkpoint').catch(() => undefined)
    return kept === 0
  } finally {
    await client.end()
  }
}
