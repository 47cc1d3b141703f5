import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

type Part = {
  name: string
  /** What it is made of: built again only when something of it has changed. */
  sources: readonly string[]
  /** There, if it was built at all. */
  result: string
  build(level: 'info' | 'warn'): Promise<boolean>
}

const common = ['domain', 'contract', 'package-lock.json', 'package.json']
const screens: Part = {
  name: 'screens',
  sources: ['web', 'vite.config.ts', ...common],
  result: 'dist/web/index.html',
  build: buildWeb,
}
const server: Part = {
  name: 'server',
  sources: ['server', 'scripts/build-server.ts', ...common],
  result: 'dist/server/main.js',
  build: async () => (await import('./build-server.ts')).buildServer(root),
}

if (import.meta.main) {
  const isBuilt = (await build(server, 'info')) && (await build(screens, 'info'))
  process.exitCode = isBuilt ? 0 : 1
}

/** What `npm start` and the tests in a browser run. */
export const buildAllIfStale = async (): Promise<boolean> =>
  (await buildIfStale(server)) && (await buildIfStale(screens))

async function buildIfStale(part: Part): Promise<boolean> {
  const stamp = stampOf(part)
  const isThere = existsSync(join(root, part.result)) && existsSync(stamp)
  if (isThere && readFileSync(stamp, 'utf8') === digest(part)) return true
  console.log(`Building the ${part.name}`)
  const started = performance.now()
  const isBuilt = await build(part, 'warn')
  if (isBuilt) console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return isBuilt
}

async function build(part: Part, level: 'info' | 'warn'): Promise<boolean> {
  const from = digest(part)
  rmSync(stampOf(part), { force: true })
  if (!(await part.build(level))) return false
  writeFileSync(stampOf(part), from)
  return true
}

async function buildWeb(level: string): Promise<boolean> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', level], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return code === 0
}

function stampOf({ name }: Part): string {
  return join(root, 'dist', `${name}.built-from`)
}

function digest({ sources }: Part): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesIn(join(root, source))).sort()) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|long)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
