import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from './errors.ts'
import { type Binaries, commandFor, type RunAs } from './user.ts'

const run = promisify(execFile)
const halfMade = 'postgres.new-'

export const superuser = 'crossmatch'

/** In a data folder into which a backup is being put back; whoever starts on it then would begin an empty database. */
export const restoring = '.restoring'

/** Where the parts lie in the app's data folder. */
export const layoutOf = (folder: string) => ({
  cluster: join(folder, 'postgres'),
  password: join(folder, 'postgres.password'),
  log: join(folder, 'postgres.log'),
})

/**
 * Makes the cluster on the first start and returns its password. initdb works in a folder of its own that
 * gets the final name when it is finished, so an interrupted one is never mistaken for a cluster.
 */
export async function ensureCluster(
  folder: string,
  as: RunAs,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<string> {
  const { cluster, password: passwordFile } = layoutOf(folder)
  if (await stat(join(folder, restoring)).catch(() => null))
    throw new StartError(
      `A backup was not put back to the end: empty ${folder} and run "npm run restore" again.`,
    )
  await removeHalfMade(folder)
  const kept = await readPassword(passwordFile)
  const existing = await stat(cluster).catch(() => null)
  if (!existing) {
    log('Creating the database (first start only)')
    const password = kept ?? (await writePassword(folder, passwordFile))
    await initdb(folder, password, as, binaries)
    return password
  }
  if (!kept) {
    throw new StartError(
      `${passwordFile} is missing, and without it the database in ${cluster} cannot be opened: ` +
        `put the file back, or move ${cluster} away to begin with an empty database.`,
    )
  }
  // a folder copied by root belongs to root, which PostgreSQL refuses
  if (as.account && existing.uid === 0)
    await run('chown', ['-R', `${as.account.uid}:${as.account.gid}`, cluster])
  return kept
}

async function removeHalfMade(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(halfMade))
  // an initdb whose app was killed may still be writing there: what it leaves goes at the next start
  await Promise.all(
    left.map((name) => rm(join(folder, name), { recursive: true, force: true }).catch(() => {})),
  )
}

async function readPassword(file: string): Promise<string | null> {
  try {
    const password = (await readFile(file, 'utf8')).trim()
    await chmod(file, 0o600)
    return password || null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function writePassword(folder: string, file: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await rm(`${file}.new`, { force: true })
  await writeSecret(`${file}.new`, `${password}\n`)
  await rename(`${file}.new`, file)
  await syncFolder(folder)
  return password
}

async function writeSecret(file: string, text: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  await handle.writeFile(text)
  await handle.sync()
}

/** Makes a rename survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

async function initdb(folder: string, password: string, as: RunAs, binaries: Binaries): Promise<void> {
  const place = await mkdtemp(join(folder, halfMade))
  try {
    const draft = join(place, 'cluster')
    const secret = join(place, 'password')
    await mkdir(draft, { mode: 0o700 })
    await writeSecret(secret, password)
    if (as.account)
      for (const path of [place, draft, secret]) await chown(path, as.account.uid, as.account.gid)
    const { command, args, options } = commandFor(as, binaries.initdb, initdbArguments(draft, secret))
    await run(command, args, options)
    await rename(draft, layoutOf(folder).cluster)
    await syncFolder(folder)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** The builtin C.UTF-8 sorts and folds letters alike on every machine. */
const initdbArguments = (cluster: string, secret: string) => [
  `--pgdata=${cluster}`,
  `--username=${superuser}`,
  `--pwfile=${secret}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]
