import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const programs = {
  /** The server itself. */
  main: fileURLToPath(new URL('../../server/main.ts', import.meta.url)),
  /** The same as `npm start` and the image run it, which has to be built first. */
  built: fileURLToPath(new URL('../../dist/server/main.js', import.meta.url)),
  /** Starts it again when it dies. */
  supervisor: fileURLToPath(new URL('../../server/supervisor.ts', import.meta.url)),
}
/** One of these, or that of another version. */
export type Program = keyof typeof programs | { file: string }
/** The pinned one, whatever runs the tests. */
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

export type AppProcess = {
  child: ChildProcess
  url: string
  /** Everything it printed so far. */
  printed(): string
  /** Its exit code, or null if a signal ended it. */
  exited: Promise<number | null>
  signal(name: NodeJS.Signals): Promise<number | null>
}

/** The real process with nothing of this process's environment but what it needs to run. */
export async function spawnApp(
  settings: Record<string, string>,
  args: string[] = [],
  program: Program = 'main',
): Promise<AppProcess> {
  const port = settings.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const file = typeof program === 'string' ? programs[program] : program.file
  const child = spawn(node, [file, ...args], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      PUBLIC_URL: url,
      ...settings,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  // it must not outlive the tests, however they end
  const farewell = () => child.kill('SIGKILL')
  process.once('exit', farewell)
  const exited = new Promise<number | null>((resolve) => {
    // not at `exit`: what it printed last may not have been read by then
    child.on('close', (code, signal) => {
      process.off('exit', farewell)
      text += signal ? `\nended by ${signal}` : ''
      resolve(code)
    })
  })
  return {
    child,
    url,
    printed: () => text,
    exited,
    signal(name) {
      child.kill(name)
      return exited
    },
  }
}

/** Resolves when it serves; throws with what it printed if it ends instead. */
export async function startApp(settings: Record<string, string>, program?: Program): Promise<AppProcess> {
  const app = await spawnApp(settings, [], program)
  let ended = false
  void app.exited.then(() => {
    ended = true
  })
  for (;;) {
    if (ended) throw new Error(`The app ended: ${app.printed()}`)
    const ready = await fetch(`${app.url}/readyz`).catch(() => null)
    if (ready?.ok) return app
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * One that nobody listens on, below those that the machine gives to connections that go out: a port of that range may
 * be taken by any client of a busy test while whoever is to listen on it starts again.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(12_000, 32_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
  await new Promise((resolve) => server.close(resolve))
  return port
}
