import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#testing/harness/database.ts'
import { type AppProcess, startApp } from '#testing/harness/process.ts'

async function theSettings(): Promise<Record<string, string>> {
  const [clone, folder] = await Promise.all([
    cloneDatabase(),
    mkdtemp(join(tmpdir(), 'crossmatch-supervised-')),
  ])
  onTestFinished(async () => {
    await clone.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return { DATABASE_URL: clone.url, DATA_DIR: folder, NODE_OPTIONS: throwingOnSignal }
}

/** An error in the middle of the running server that no handler of ours is around. */
const throwingOnSignal = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('thrown in a timer') }))",
)}`

/** The server below the supervisor; null while there is none. */
function serverOf(app: AppProcess): number | null {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.find(([, parent]) => parent === app.child.pid)?.[0] ?? null
}

/** Of a server that is there: a signal to 0 would go to this process and all its kin. */
function runningServerOf(app: AppProcess): number {
  const server = serverOf(app)
  if (server === null) throw new Error(`No server runs: ${app.printed()}`)
  return server
}

const serves = async (app: AppProcess): Promise<boolean> =>
  (await fetch(`${app.url}/readyz`).catch(() => null))?.ok ?? false

/** Resolves when another server than the given one serves. */
async function another(app: AppProcess, than: number): Promise<void> {
  await expect.poll(async () => serverOf(app) !== than && (await serves(app)), { timeout: 60_000 }).toBe(true)
}

test('X33 a server that dies or throws is started again, with the reason in the log; a stop ends it for good', async () => {
  const app = await startApp(await theSettings(), 'supervisor')
  onTestFinished(async () => void (await app.signal('SIGKILL')))
  const first = runningServerOf(app)
  process.kill(first, 'SIGKILL')
  await another(app, first)
  expect(app.printed()).toContain('The server was ended by SIGKILL. It is started again in 0.5 s.')

  const second = runningServerOf(app)
  process.kill(second, 'SIGUSR2')
  await another(app, second)
  expect(app.printed()).toContain('thrown in a timer')
  expect(app.printed()).toContain('The server ended with code 1. It is started again in 1 s.')

  const third = runningServerOf(app)
  expect(await app.signal('SIGTERM')).toBe(0)
  expect(() => process.kill(third, 0)).toThrow('ESRCH')
})

test('X33 a server whose supervisor was killed stops by itself', async () => {
  const app = await startApp(await theSettings(), 'supervisor')
  const server = runningServerOf(app)
  await app.signal('SIGKILL')
  await expect.poll(() => isThere(server), { timeout: 60_000 }).toBe(false)
})

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
