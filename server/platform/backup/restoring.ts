import { createHash } from 'node:crypto'
import { appendFile, chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayOf } from '#domain/basics/time.ts'
import type { Files } from '../../basics/files.ts'
import { openDatabase } from '../../db/database.ts'
import { headsFile, readHeads } from '../../db/seal-heads.ts'
import { faultsInWords, verifyEvents } from '../../db/sealing.ts'
import { restoring } from '../embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { keys } from './backup.ts'
import { copyFiles, makeFolders, sumOf, syncFolders } from './copying.ts'
import { type Programs, restoreDump } from './dump.ts'
import { BackupRefused, type Manifest, readManifest } from './manifest.ts'
import {
  connectTo,
  leaveNumbersOut,
  namedFiles,
  numbersLeftOut,
  settingsAfterRestore,
  tableSums,
} from './tables-store.ts'

export type RestoreParts = {
  from: string
  /** DATA_DIR, which must be empty. */
  folder: string
  /** Null: the embedded server's. As the owner. */
  url: string | null
  bucket: Files | null
  programs: Programs
  isVerifying: boolean
  now: Date
  say: (line: string) => void
}

/** What differs from what the backup wrote down, in sentences. */
export async function restore(parts: RestoreParts): Promise<string[]> {
  const { from, folder, url, say } = parts
  await requireEmpty(folder)
  const { manifest, paths } = await readManifest(from)
  requireKind(manifest, url)
  say(`The backup of ${manifest.takenAt} is whole: ${paths.length} files as they were written.`)
  const draft = join(folder, restoring)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  await copyFiles(
    from,
    draft,
    paths.filter((path) => path.startsWith('postgres/') || isFile(path) || keys.includes(path)),
  )
  const differs = url
    ? await intoDatabase(parts, url, manifest, draft)
    : await intoCluster(parts, manifest, draft)
  await syncFolders(draft)
  // all at once, as far as a start is concerned: it is refused while the draft is there
  for (const name of await readdir(draft)) await rename(join(draft, name), join(folder, name))
  await rm(draft, { recursive: true })
  say(
    `Papers and slips go on ${numbersLeftOut.toLocaleString('en')} further, so that no number of one that left since ${manifest.takenAt} is given again.`,
  )
  say(
    `Stop and withdraw again what was stopped or withdrawn since ${manifest.takenAt}: it works again. Keys of software, people, keys of slips.`,
  )
  return differs
}

const isFile = (path: string): boolean => path.startsWith('files/')

async function requireEmpty(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (found.some((name) => name !== restoring))
    throw new BackupRefused(
      `${folder} is not empty: a backup is put back into a new or empty folder. Set DATA_DIR to one.`,
    )
}

function requireKind({ kind }: Manifest, url: string | null): void {
  if (kind === 'cluster' && url)
    throw new BackupRefused(
      'The backup is of the embedded database, and DATABASE_URL names another: run this without it.',
    )
  if (kind === 'dump' && !url)
    throw new BackupRefused(
      'The backup is what pg_dump wrote: set DATABASE_URL (and DATABASE_OWNER_URL) to an empty database.',
    )
}

async function intoCluster(parts: RestoreParts, manifest: Manifest, draft: string): Promise<string[]> {
  const cluster = join(draft, 'postgres')
  await chmod(cluster, 0o700)
  await makeFolders(cluster, emptyAgain)
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  // there is no archive: all of the log that is needed lies in the copy. Nobody is let in before the end
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `\nhot_standby = off\nrestore_command = 'false'\nrecovery_target_name = '${manifest.point}'\nrecovery_target_action = 'promote'\n`,
  )
  const postgres = await startEmbeddedPostgres({ folder: draft })
  try {
    const client = await connectTo(postgres.url)
    await settingsAfterRestore(client).finally(() => client.end())
    return await compareAndGoOn(parts, manifest, { url: postgres.url, draft })
  } finally {
    await postgres.stop()
    // what it said, and its lock, are of this start
    await rm(join(draft, 'postgres.log'), { force: true })
  }
}
/** A backup's files are told by their names; folders with nothing in them are made again. */
const emptyAgain = [
  ...['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial'],
  ...['pg_snapshots', 'pg_stat', 'pg_stat_tmp', 'pg_subtrans', 'pg_tblspc', 'pg_twophase', 'pg_commit_ts'],
  ...['pg_logical/mappings', 'pg_logical/snapshots', 'pg_multixact/members', 'pg_multixact/offsets'],
]

async function intoDatabase(
  parts: RestoreParts,
  url: string,
  manifest: Manifest,
  draft: string,
): Promise<string[]> {
  const { from, programs, bucket } = parts
  await restoreDump({ url, from, programs }, manifest.version)
  if (bucket) {
    for (const { key } of await withClient(url, namedFiles)) {
      const bytes = await readFile(join(draft, 'files', key)).catch(() => null)
      if (bytes) await bucket.put(key, bytes)
    }
    await rm(join(draft, 'files'), { recursive: true, force: true })
  }
  return compareAndGoOn(parts, manifest, { url, draft })
}

/** Compared as it was; numbers move after that. */
async function compareAndGoOn(
  parts: RestoreParts,
  manifest: Manifest,
  place: { url: string; draft: string },
): Promise<string[]> {
  const differs = parts.isVerifying ? await verify(parts, manifest, place) : []
  const year = Number(dayOf(parts.now).slice(0, 4))
  await withClient(place.url, (client) => leaveNumbersOut(client, year))
  return differs
}

async function withClient<Result>(
  url: string,
  use: (client: Awaited<ReturnType<typeof connectTo>>) => Promise<Result>,
): Promise<Result> {
  const client = await connectTo(url)
  return use(client).finally(() => client.end())
}

async function verify(
  { bucket, say }: RestoreParts,
  manifest: Manifest,
  { url, draft }: { url: string; draft: string },
): Promise<string[]> {
  const differs: string[] = []
  const tables = await withClient(url, tableSums)
  const names = new Set([...Object.keys(manifest.tables), ...Object.keys(tables)])
  for (const name of [...names].sort()) {
    const [was, is] = [manifest.tables[name], tables[name]]
    if (!was || !is) differs.push(`The table ${name} is ${was ? 'missing' : 'new'}.`)
    else if (was.rows !== is.rows) differs.push(`The table ${name} had ${was.rows} rows and has ${is.rows}.`)
    else if (was.hash !== is.hash) differs.push(`The table ${name} has other rows than were written down.`)
  }
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  say(`${names.size} tables with ${rows} rows compared.`)
  differs.push(...(await verifyTrail(url, draft, say)))
  const files = (await withClient(url, namedFiles)).filter((file) => file.sha256 !== null)
  for (const { key, sha256 } of files) {
    const found = bucket ? sumOfBytes(await bucket.get(key)) : await sumOf(join(draft, 'files', key))
    if (found !== sha256) differs.push(`The file ${key} ${found ? 'has other bytes' : 'is missing'}.`)
  }
  say(`${files.length} files compared.`)
  return differs
}

async function verifyTrail(url: string, draft: string, say: (line: string) => void): Promise<string[]> {
  const database = openDatabase(url, { connections: 1 })
  try {
    const verdict = await verifyEvents(database.db, await readHeads(headsFile(draft)))
    say(`${verdict.events} events and ${verdict.seals} seals read.`)
    return faultsInWords(verdict)
  } finally {
    await database.close()
  }
}

const sumOfBytes = (bytes: Buffer | null): string | null =>
  bytes && createHash('sha256').update(bytes).digest('hex')
