import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** By the kernel's word. */
export const residentMiB = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1_024

/** What a process holds open, besides the connections of its callers: how many of those there are is theirs to say. */
export function handlesOf(pid: number, port: number): number {
  const theirs = callersOf(pid, port)
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => !theirs.has(linkOf(`/proc/${pid}/fd/${fd}`))).length
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return '' // closed meanwhile
  }
}

/** A line of these tables: number, own address, theirs, state, …, the ninth is the socket. */
function callersOf(pid: number, port: number): Set<string> {
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const lines = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n'),
  )
  return new Set(
    lines
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([, local, , , , , , , , socket]) => (local?.endsWith(own) ? [`socket:[${socket}]`] : [])),
  )
}

/** What its objects take once all that nobody holds is gone: asked of another process by its inspector. */
export async function heldMiB(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const inspector = await inspectorAt('http://127.0.0.1:9229/json/list')
  let asked = 0
  const ask = (method: string, params = {}) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const id = ++asked
      inspector.addEventListener('message', ({ data }) => {
        const said = JSON.parse(String(data))
        if (said.id === id) resolve(said.result)
      })
      inspector.addEventListener('close', () => reject(new Error('the inspector hung up')))
      inspector.send(JSON.stringify({ id, method, params }))
    })
  const { result } = await ask('Runtime.evaluate', { expression: 'process.pid' })
  if ((result as { value: number }).value !== pid) throw new Error('another process is being inspected')
  await ask('HeapProfiler.collectGarbage')
  const { usedSize } = await ask('Runtime.getHeapUsage')
  inspector.close()
  return Number(usedSize) / 2 ** 20
}

/** It listens a moment after it was told to. */
async function inspectorAt(list: string, patience = 50): Promise<WebSocket> {
  const answer = await fetch(list).catch(() => null)
  if (!answer) {
    if (patience === 0) throw new Error('no inspector answers')
    await sleep(100)
    return inspectorAt(list, patience - 1)
  }
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[]
  const inspector = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    inspector.addEventListener('open', resolve)
    inspector.addEventListener('error', reject)
  })
  return inspector
}
