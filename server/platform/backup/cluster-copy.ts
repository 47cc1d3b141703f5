import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { layoutOf, superuser } from '../embedded-postgres/cluster.ts'
import { copyFiles, filesBelow, type Sum, writeWhole } from './copying.ts'
import { BackupRefused } from './manifest.ts'
import {
  closeLog,
  connectTo,
  isAlone,
  markPoint,
  startCopy,
  stopCopy,
  type TableSums,
  tableSums,
  versionOf,
} from './tables-store.ts'

/** Of the server that runs now, or of nobody: PostgreSQL makes them anew. */
const leftOut = /^(postmaster\.(pid|opts)|pg_internal\.init)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init\.?\d*)$/
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const control = 'global/pg_control'

export type Copied = { sums: Sum[]; tables: TableSums; point: string; version: number }

/** The address of the embedded server that runs on a folder, as its owner. */
export async function runningAt(folder: string): Promise<string | null> {
  const { cluster, password } = layoutOf(folder)
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => null,
  )
  const secret = (await readFile(password, 'utf8').catch(() => '')).trim()
  if (lines?.[7]?.trim() !== 'ready' || secret === '') return null
  const url = `postgres://${superuser}:${secret}@127.0.0.1:${lines[3]}/crossmatch`
  return connectTo(url).then(
    (client) => client.end().then(() => url),
    () => null,
  )
}

/**
 * The files of a cluster while its server works (decision 61): they are copied as they are, half changed, and the log
 * from before the copy to after it makes them whole when the copy is opened. `meanwhile` is done between the two.
 */
export async function copyCluster(
  { url, folder, draft }: { url: string; folder: string; draft: string },
  meanwhile: () => Promise<void>,
): Promise<Copied> {
  const { cluster } = layoutOf(folder)
  const target = join(draft, 'postgres')
  await mkdir(target, { recursive: true, mode: 0o700 })
  const [keeper, reader] = [await connectTo(url), await connectTo(url)]
  try {
    if (!(await isAlone(keeper))) throw new BackupRefused('Another backup of this database is under way.')
    const point = `crossmatch-${Date.now().toString(36)}-${process.pid}`
    const first = await startCopy(keeper, point)
    const paths = await filesBelow(cluster, (path) => !leftOut.test(path) && !emptied.test(path))
    const sums = await copyFiles(
      cluster,
      target,
      paths.filter((path) => path !== control),
    )
    sums.push({
      path: control,
      ...(await writeWhole(join(target, control), await steady(join(cluster, control)))),
    })
    const label = await stopCopy(keeper)
    sums.push({ path: 'backup_label', ...(await writeWhole(join(target, 'backup_label'), label)) })
    await meanwhile()
    await markPoint({ holder: keeper, reader }, point)
    const last = await closeLog(keeper)
    const log = (await filesBelow(join(cluster, 'pg_wal')))
      .filter((name) =>
        /^[0-9A-F]{24}$/.test(name) ? name >= first && name <= last : name.endsWith('.history'),
      )
      .map((name) => `pg_wal/${name}`)
    sums.push(...(await copyFiles(cluster, target, log)))
    const tables = await tableSums(reader)
    return {
      sums: sums.map((sum) => ({ ...sum, path: `postgres/${sum.path}` })),
      tables,
      point,
      version: await versionOf(reader),
    }
  } finally {
    await Promise.all([keeper.end(), reader.end()])
  }
}

/** Read in the middle of being written it would be of no use, and nothing mends it. */
async function steady(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    await sleep(20)
    const now = await readFile(path)
    if (now.equals(before)) return now
    before = now
  }
}
