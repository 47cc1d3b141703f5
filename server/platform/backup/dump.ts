import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { firstHost } from '../../db/hosts.ts'
import { type Sum, sumOf } from './copying.ts'
import { BackupRefused } from './manifest.ts'
import {
  beginSnapshot,
  connectTo,
  exportSnapshot,
  isAlone,
  type TableSums,
  tableNames,
  tableSums,
  versionOf,
} from './tables-store.ts'

const run = promisify(execFile)
const dumpName = 'database.dump'

/** `PATH` of the operator, to find his programs by. */
export type Programs = { path: string }

/** By the operator's own pg_dump, in the same picture of the tables in which they are counted. */
export async function dumpDatabase(
  { url, draft, programs }: { url: string; draft: string; programs: Programs },
  meanwhile: () => Promise<void>,
): Promise<{ sums: Sum[]; tables: TableSums; point: string; version: number }> {
  const client = await connectTo(url)
  try {
    if (!(await isAlone(client))) throw new BackupRefused('Another backup of this database is under way.')
    const version = await versionOf(client)
    await requireProgram('pg_dump', version, programs)
    await meanwhile()
    await beginSnapshot(client)
    const snapshot = await exportSnapshot(client)
    const file = join(draft, dumpName)
    const { address, env } = asOperator(url, programs)
    const asked = ['--format=custom', `--snapshot=${snapshot}`, '--no-password', `--file=${file}`, address]
    const [, tables] = await Promise.all([called('pg_dump', asked, env), tableSums(client)])
    const sha256 = (await sumOf(file)) ?? ''
    return { sums: [{ path: dumpName, bytes: 0, sha256 }], tables, point: snapshot, version }
  } finally {
    await client.end()
  }
}

/** Into a database with no tables, all or nothing. */
export async function restoreDump(
  { url, from, programs }: { url: string; from: string; programs: Programs },
  version: number,
): Promise<void> {
  const client = await connectTo(url)
  try {
    if ((await tableNames(client)).length > 0)
      throw new BackupRefused(
        'The database is not empty: a backup is put back into an empty one. Make one (create database …) and name it in DATABASE_URL.',
      )
    const here = await versionOf(client)
    if (here < version)
      throw new BackupRefused(
        `The backup is of PostgreSQL ${version}, and this server is ${here}: it must not be older.`,
      )
    await requireProgram('pg_restore', version, programs)
  } finally {
    await client.end()
  }
  const { address, env } = asOperator(url, programs)
  const asked = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', '--no-password']
  await called('pg_restore', [...asked, `--dbname=${address}`, join(from, dumpName)], env)
}

async function requireProgram(name: string, version: number, programs: Programs): Promise<void> {
  const said = await run(name, ['--version'], { env: { PATH: programs.path } }).catch(() => null)
  const found = Number(/\) (\d+)/.exec(said?.stdout ?? '')?.[1] ?? 0)
  if (found === 0)
    throw new BackupRefused(
      `${name} is not there: install the client programs of PostgreSQL ${version} and have them in PATH.`,
    )
  if (found < version)
    throw new BackupRefused(
      `${name} is of PostgreSQL ${found}, and the server of ${version}: the program must not be older. Have that of ${version} first in PATH.`,
    )
}

/** The password does not stand among the arguments, where everybody on the machine could read it. */
function asOperator(url: string, { path }: Programs) {
  const password = decodeURIComponent(new URL(firstHost(url)).password)
  const address = url.replace(/^(\w+:\/\/[^:@/?#]*):[^@/?#]*@/, '$1@')
  const env: Record<string, string> = { PATH: path, LC_ALL: 'C' }
  if (password) env.PGPASSWORD = password
  if (firstHost(url) !== url) env.PGTARGETSESSIONATTRS = 'read-write'
  return { address, env }
}

async function called(name: string, args: readonly string[], env: Record<string, string>): Promise<void> {
  await run(name, [...args], { env, maxBuffer: 1 << 26 }).catch((error: { stderr?: string }) => {
    throw new BackupRefused(`${name} failed: ${(error.stderr ?? String(error)).trim()}`)
  })
}
