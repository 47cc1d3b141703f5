import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { layoutOf } from '../embedded-postgres/cluster.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import type { Settings } from '../settings.ts'
import { filesOf } from '../storage/storage.ts'
import { takeBackup } from './backup.ts'
import { runningAt } from './cluster-copy.ts'
import { isThere } from './copying.ts'
import { BackupRefused } from './manifest.ts'
import { restore } from './restoring.ts'

const backupUsage = 'npm run backup -- DIR      makes a backup in a new folder below DIR, while the app runs'
const restoreUsage = [
  'npm run restore -- BACKUP            puts a backup back into an empty DATA_DIR (and an empty database)',
  'npm run restore -- BACKUP --verify   and compares every table, the trail and every file with it',
].join('\n')

type Terminal = { say(line: string): void /** PATH, to find pg_dump by. */; path: string }
type Asked = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'AUTH_SECRET' | 's3'>

/** 0: done; 1: it could not be done; 2: asked wrongly. */
export async function backupCommand(
  args: readonly string[],
  settings: Asked,
  { say, path }: Terminal,
): Promise<number> {
  const into = readArgs(args)?.place
  if (!into) return asked(say, backupUsage)
  const began = performance.now()
  return refusing(say, () =>
    withOwner(settings, async (url) => {
      const { place, manifest } = await takeBackup({
        ...{ url, into, programs: { path }, now: new Date() },
        isEmbedded: settings.DATABASE_URL === undefined,
        folder: resolve(settings.DATA_DIR),
        bucket: settings.s3 ? filesOf(settings) : null,
      })
      const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
      say(
        `${rows} rows and ${manifest.files.count} files are in ${place} (${secondsSince(began)} s). It holds patients, donors and keys: keep it as you would keep them.`,
      )
      if (settings.AUTH_SECRET)
        say(
          'AUTH_SECRET is in the environment and not in the backup: without it nobody’s second factor works.',
        )
      if (manifest.files.missing > 0) say(`${manifest.files.missing} files that rows name are not there.`)
      return manifest.files.missing === 0 ? 0 : 1
    }),
  )
}

export async function restoreCommand(
  args: readonly string[],
  settings: Asked,
  { say, path }: Terminal,
): Promise<number> {
  const read = readArgs(args, { verify: { type: 'boolean', default: false } })
  if (!read) return asked(say, restoreUsage)
  const began = performance.now()
  return refusing(say, async () => {
    const { DATABASE_URL: url, DATABASE_OWNER_URL: owner } = settings
    const differs = await restore({
      ...{ from: read.place, programs: { path }, isVerifying: read.isVerifying, now: new Date(), say },
      folder: resolve(settings.DATA_DIR),
      url: owner ?? url ?? null,
      bucket: settings.s3 ? filesOf(settings) : null,
    })
    for (const line of differs) say(line)
    const seen = differs.length === 0 ? 'nothing differs' : `${differs.length} differ`
    say(`Put back in ${secondsSince(began)} s${read.isVerifying ? `; ${seen}` : ''}.`)
    return differs.length === 0 ? 0 : 1
  })
}

/** The embedded server that the app runs, or one for the while. */
async function withOwner(settings: Asked, use: (url: string) => Promise<number>): Promise<number> {
  const given = settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL
  if (given) return use(given)
  const folder = resolve(settings.DATA_DIR)
  const running = await runningAt(folder)
  if (running) return use(running)
  if (!(await isThere(layoutOf(folder).cluster)))
    throw new BackupRefused(`There is no database in ${folder}: set DATA_DIR as for the app.`)
  const postgres = await startEmbeddedPostgres({ folder })
  return use(postgres.url).finally(postgres.stop)
}

function readArgs(
  args: readonly string[],
  options: Record<string, { type: 'boolean'; default: boolean }> = {},
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [place, ...more] = positionals
    return place && more.length === 0 ? { place: resolve(place), isVerifying: values.verify === true } : null
  } catch {
    return null
  }
}

function asked(say: Terminal['say'], usage: string): number {
  say(usage)
  return 2
}

async function refusing(say: Terminal['say'], act: () => Promise<number>): Promise<number> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    say(error.message)
    return 1
  }
}

const secondsSince = (began: number): string => ((performance.now() - began) / 1_000).toFixed(1)
