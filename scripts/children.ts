import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const root = join(import.meta.dirname, '..')
const running = new Set<ChildProcess>()
let isStopping = false

type Options = { env?: Record<string, string>; isQuiet?: boolean }

/** Runs a script of a package on this Node. Quiet: what it says is returned and not shown. */
export function run(script: string, args: string[], { env, isQuiet }: Options = {}) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    const output = isQuiet ? 'pipe' : 'inherit'
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      // the many processes of a run read the same code: a third of their start
      env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env, ...env },
      stdio: ['ignore', output, output],
      // a group of its own, so that whatever it started can be ended with it
      detached: true,
    })
    running.add(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
    }
    child.on('error', (error) => {
      running.delete(child)
      resolve({ code: 1, said: error.message })
    })
    child.on('close', async (code) => {
      await endGroup(child)
      running.delete(child)
      if (!isStopping) resolve({ code: code ?? 1, said })
    })
  })
}

/** A signal lets the runners take down what they set up; after a while they are ended by force. */
export function stopChildrenOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (isStopping) return
      isStopping = true
      for (const child of running) child.kill('SIGINT')
      const deadline = performance.now() + 15_000
      while (running.size > 0) {
        if (performance.now() > deadline) for (const child of running) signalGroup(child, 'SIGKILL')
        await sleep(50)
      }
      process.exit(signal === 'SIGINT' ? 130 : 143)
    })
  }
}

/** Ends what a runner has left behind: apps under test get the time to stop their own databases. */
async function endGroup(child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 5000
  let isThere = signalGroup(child, 'SIGTERM')
  while (isThere && performance.now() < deadline) {
    await sleep(50)
    isThere = signalGroup(child, 0)
  }
  if (isThere) signalGroup(child, 'SIGKILL')
}

/** Returns whether anything of the group is still there. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal)
  } catch {
    return false
  }
}
