import { spawn } from 'node:child_process'
import { open, stat, truncate } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { layoutOf } from './cluster.ts'
import { freePort } from './lock.ts'
import { clearLeftovers, readLockFile, send, shutDown } from './process.ts'
import { type Binaries, commandFor, type RunAs } from './user.ts'

const logLimit = 10 * 1024 * 1024
const readyWithin = 5 * 60_000

export type Postmaster = { exited: Promise<void>; stop(): Promise<void> }
export type Launch = { folder: string; as: RunAs; binaries: Binaries; signal: AbortSignal }

/** Another program may take the port between the choice and the start. */
export async function startSomewhere(
  launch: Launch,
  choosePort: () => Promise<number> = freePort,
): Promise<{ port: number; postmaster: Postmaster }> {
  const deadline = performance.now() + 15_000
  for (;;) {
    const port = await choosePort()
    try {
      return { port, postmaster: await startPostmaster(launch, port) }
    } catch (error) {
      if (performance.now() > deadline || !isPassing(error)) throw error
      await sleep(100)
    }
  }
}

/** Children of a killed server need a moment to notice; until then they hold its shared memory. */
const isPassing = (error: unknown) =>
  error instanceof Error &&
  /could not bind|pre-existing shared memory|lock file .* already exists/.test(error.message)

/**
 * Starts the server and resolves when it answers. It is detached, so that a Ctrl-C in the terminal reaches
 * only the app, which stops it when it has finished with it.
 */
export async function startPostmaster(launch: Launch, port: number): Promise<Postmaster> {
  const { folder, as, binaries, signal } = launch
  const { cluster, log } = layoutOf(folder)
  const { overlook } = await clearLeftovers(cluster)
  const { command, args, options } = commandFor(as, binaries.postgres, serverArguments(cluster, port))
  await using logFile = await open(log, 'a', 0o600)
  const logStart = (await logFile.stat()).size
  signal.throwIfAborted()
  const child = spawn(command, args, {
    ...options,
    env: { ...options.env, PG_GRANDPARENT_PID: String(overlook) },
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  })
  const failure = new Promise<Error>((resolve) => child.once('error', resolve))
  const { pid } = child
  if (pid === undefined) throw await failure
  // whichever way the app leaves, short of being killed, the server goes with it
  const farewell = () => send(pid, 'SIGINT')
  process.once('exit', farewell)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  child.once('exit', () => process.off('exit', farewell))
  child.unref()
  const stop = () => shutDown(pid, isGone)
  try {
    await untilReady(cluster, pid, isGone, signal)
    return { exited, stop }
  } catch (error) {
    await stop()
    signal.throwIfAborted()
    throw new Error(await readFrom(log, logStart), { cause: error })
  }
}

const serverArguments = (cluster: string, port: number) => {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

async function untilReady(
  cluster: string,
  pid: number,
  isGone: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + readyWithin
  while (performance.now() < deadline) {
    const lock = await readLockFile(cluster)
    if (lock?.pid === pid && lock.isReady) return
    if (isGone()) throw new Error('PostgreSQL ended while it was starting')
    await sleep(15, undefined, { signal })
  }
  throw new Error('PostgreSQL did not answer in time')
}

async function readFrom(file: string, start: number): Promise<string> {
  await using handle = await open(file)
  const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: start })
  return buffer.toString('utf8', 0, bytesRead)
}

/** The log is for the last incident, not for ever. */
export async function trimLog(folder: string): Promise<void> {
  const { log } = layoutOf(folder)
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logLimit) await truncate(log)
}
