import pg from 'pg'
import { wayTo } from './hosts.ts'

/**
 * The table's files are written anew without what was deleted, and so are the samples of it that the planner keeps. It
 * is held meanwhile. False: this role may not.
 */
export async function rewriteTable(url: string, table: string): Promise<boolean> {
  const { connectionString, Client } = wayTo(url)
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ may: boolean }>(
      `select pg_has_role(relowner, 'usage') as may from pg_class where oid = $1::regclass`,
      [table],
    )
    if (!rows[0]?.may) return false
    await client.query('set statement_timeout = 0')
    await client.query(`vacuum (full, analyze) ${pg.escapeIdentifier(table)}`)
    // a role that may not is told so by a warning, and nothing is done
    await client.query('vacuum full pg_catalog.pg_statistic').catch(() => undefined)
    await client.query('checkpoint').catch(() => undefined)
    return true
  } finally {
    await client.end()
  }
}
