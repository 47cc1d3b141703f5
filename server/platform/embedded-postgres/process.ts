import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** PostgreSQL's own lock file: who runs on the cluster, and whether it answers yet. */
export async function readLockFile(cluster: string): Promise<{ pid: number; isReady: boolean } | null> {
  const text = await readFile(lockFileOf(cluster), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const lines = text.split('\n')
  return { pid: Number.parseInt(lines[0] ?? '', 10) || 0, isReady: lines[7]?.trim() === 'ready' }
}

const lockFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/**
 * Looks at what an earlier start left on the cluster, and stops a server that outlived its app. Returns the
 * pid that PostgreSQL must overlook: the lock file of a killed server may name a stranger by now.
 */
export async function clearLeftovers(cluster: string): Promise<{ stopped: boolean; overlook: number }> {
  const lock = await readLockFile(cluster)
  if (!lock) return { stopped: false, overlook: 0 }
  if (lock.pid <= 0) {
    // a crash while it was being written left it empty, which PostgreSQL takes for another server's start
    await rm(lockFileOf(cluster), { force: true })
    return { stopped: false, overlook: 0 }
  }
  if (!(await isPostmaster(lock.pid, cluster))) return { stopped: false, overlook: lock.pid }
  await shutDown(lock.pid, async () => !(await isPostmaster(lock.pid, cluster)))
  return { stopped: true, overlook: lock.pid }
}

async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
    return stdout.includes('postgres') && stdout.includes(cluster)
  }
  try {
    const [name, there, here] = await Promise.all([
      readFile(`/proc/${pid}/comm`, 'utf8'),
      stat(`/proc/${pid}/cwd`),
      stat(cluster),
    ])
    return name.trim() === 'postgres' && there.ino === here.ino && there.dev === here.dev
  } catch {
    return false
  }
}

/** Fast shutdown; then without the checkpoint; then by force. The write-ahead log keeps all three safe. */
export async function shutDown(pid: number, isGone: () => boolean | Promise<boolean>): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ] as const) {
    if (await isGone()) return
    send(pid, signal)
    const deadline = performance.now() + patience
    while (performance.now() < deadline) {
      if (await isGone()) return
      await sleep(15)
    }
  }
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
