import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '../../basics/files.ts'
import { copyCluster } from './cluster-copy.ts'
import { copyFiles, filesBelow, isThere, type Sum, syncFolder, syncFolders, writeWhole } from './copying.ts'
import { dumpDatabase, type Programs } from './dump.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { connectTo, namedFiles } from './tables-store.ts'

/** In the data folder, beside the database: what opens it, what signs, and the end of the trail outside it. */
export const keys = ['postgres.password', 'auth.secret', 'seals.log']

/** A backup that was broken off lies under such a name until a later one removes it. */
const half = '.half-'
const abandonedMs = 24 * 3_600_000

export type BackupParts = {
  /** As the owner; of the embedded server, or of the operator's. */
  url: string
  isEmbedded: boolean
  /** DATA_DIR */
  folder: string
  /** Null: files lie in the data folder. */
  bucket: Files | null
  programs: Programs
  /** The folder that holds the backups. */
  into: string
  now: Date
}

export type Backup = { place: string; manifest: Omit<Manifest, 'sums' | 'format'> }

/** Whole under its final name, or not there. */
export async function takeBackup(parts: BackupParts): Promise<Backup> {
  const { into, now } = parts
  await mkdir(into, { recursive: true, mode: 0o700 })
  await clearHalves(into, now)
  const name = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const draft = join(into, `${half}${name}-${process.pid}`)
  await mkdir(draft, { mode: 0o700 })
  try {
    const manifest = await fill(draft, parts)
    await syncFolders(draft)
    const place = await freeName(join(into, `${name}Z`))
    await rename(draft, place)
    await syncFolder(into)
    return { place, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

/** Of two backups that took less than a second. */
async function freeName(place: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = n === 1 ? place : `${place}-${n}`
    if (!(await isThere(name))) return name
  }
}

async function fill(draft: string, parts: BackupParts): Promise<Backup['manifest']> {
  const { folder, isEmbedded } = parts
  // seals and files first: what the tables name later is then certainly there
  const sums: Sum[] = await copyFiles(folder, draft, keys)
  const kept = filesInto(draft, parts)
  await kept.more()
  const copied = isEmbedded
    ? await copyCluster({ ...parts, draft }, kept.more)
    : await dumpDatabase({ ...parts, draft }, kept.more)
  const missing = parts.bucket ? await kept.fromBucket(parts.bucket) : await kept.more()
  sums.push(...kept.sums, ...copied.sums)
  const manifest = {
    kind: isEmbedded ? ('cluster' as const) : ('dump' as const),
    takenAt: parts.now.toISOString(),
    version: copied.version,
    point: copied.point,
    tables: copied.tables,
    files: { count: kept.sums.length, missing: missing ?? 0 },
  }
  await writeManifest(draft, sums, manifest)
  return manifest
}

/**
 * Files are put before a row names them and removed an hour after none does, so looking before and after the tables
 * finds all that the tables name.
 */
function filesInto(draft: string, { folder, bucket, url }: BackupParts) {
  const sums: Sum[] = []
  const done = new Set<string>()

  async function more(): Promise<void> {
    if (bucket) return
    const found = await filesBelow(join(folder, 'files'), (path) => !path.startsWith('.drafts'))
    const fresh = found.filter((path) => !done.has(path))
    for (const { path, ...sum } of await copyFiles(join(folder, 'files'), join(draft, 'files'), fresh)) {
      done.add(path)
      sums.push({ path: `files/${path}`, ...sum })
    }
  }

  async function fromBucket(files: Files): Promise<number> {
    const client = await connectTo(url)
    let missing = 0
    try {
      for (const { key } of await namedFiles(client)) {
        const bytes = await files.get(key)
        if (bytes === null) missing++
        else sums.push({ path: `files/${key}`, ...(await writeWhole(join(draft, 'files', key), bytes)) })
      }
      return missing
    } finally {
      await client.end()
    }
  }

  return { sums, more, fromBucket }
}

async function clearHalves(into: string, now: Date): Promise<void> {
  for (const name of await readdir(into)) {
    if (!name.startsWith(half)) continue
    const found = await stat(join(into, name)).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > abandonedMs)
      await rm(join(into, name), { recursive: true, force: true })
  }
}
