import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { closeLater } from '../harness/closing.ts'

/**
 * What happens to a connection when something is sent over it:
 * - `sent`: it is passed on, and the line is reset before anything can be answered;
 * - `answered`: it is done, and the line is reset with the answer on it;
 * - `half`: half of the answer comes through, then the line is reset.
 */
export type Break = 'sent' | 'answered' | 'half'
export const breaks: readonly Break[] = ['sent', 'answered', 'half']

/** As the protocol has it: simple queries, and what a server says last of each, with whether a transaction is open. */
const isQuery = (bytes: Buffer, words: RegExp): boolean =>
  bytes[0] === 0x51 && words.test(bytes.toString('latin1', 5))
const isCommit = (bytes: Buffer): boolean => isQuery(bytes, /^commit\0$/i)
const isBegin = (bytes: Buffer): boolean => isQuery(bytes, /^(begin|start transaction)/i)
const statusAfter = (bytes: Buffer): string | null =>
  bytes.at(-6) === 0x5a && bytes.readUInt32BE(bytes.length - 5) === 5
    ? bytes.toString('latin1', bytes.length - 1)
    : null

/** `isAlone`: outside a transaction, so that what it does is done with it. */
type Chunk = { isCommit: boolean; isAlone: boolean }

export type PostgresLine = {
  /** The same database, by way of this line. */
  url: string
  /** How many lines were broken so far, and how many of them with a commit that was done and not heard of. */
  broken(): { lines: number; commits: number }
  /** Asked for each chunk that is sent to the server once it is signed in; null passes it on. */
  breakBy(choose: (chunk: Chunk) => Break | null): void
  /** Everything takes so long each way. */
  delay(ms: number): void
  /** Those that are open stay so and say nothing any more, not even that they end; nor do new ones. */
  swallow(): void
  /** New ones come through again. */
  heal(): void
  /** At last it is told that the swallowed ones are dead, so that nobody waits for them. */
  cut(): void
  open(): number
}

/** A line to PostgreSQL on which everything can go wrong that does on a network, byte by byte. */
export async function postgresLine(url: string): Promise<PostgresLine> {
  const { hostname, port } = new URL(url)
  const swallowed = new WeakSet<Socket>()
  const lines = new Set<Socket>()
  /** Of whom the server does not know yet that nobody is there. */
  const unheard = new Set<Socket>()
  const count = { lines: 0, commits: 0 }
  let isOpen = true
  let delayMs = 0
  let choose: Parameters<PostgresLine['breakBy']>[0] = () => null

  const server = createServer((near) => {
    lines.add(near)
    near.setNoDelay(true)
    near.on('error', () => undefined)
    near.on('close', () => lines.delete(near))
    // read, or nobody would see here that it was given up there
    if (!isOpen) return void swallowed.add(near.resume())
    const far = connect(Number(port), hostname).setNoDelay(true)
    far.on('error', () => undefined)
    let broken: Break | null = null
    let wasCommit = false
    let isIdle = false
    let isSignedIn = false
    const carry = (to: Socket) => (bytes: Buffer) => {
      if (swallowed.has(near)) return
      if (delayMs > 0) setTimeout(() => to.write(bytes), delayMs)
      else to.write(bytes)
    }
    const reset = () => {
      count.lines++
      near.resetAndDestroy()
    }
    const toFar = carry(far)
    const toNear = carry(near)
    near.on('data', (bytes: Buffer) => {
      if (broken) return
      wasCommit = isCommit(bytes)
      if (isSignedIn) broken = choose({ isCommit: wasCommit, isAlone: isIdle && !isBegin(bytes) })
      toFar(bytes)
      // the server has it, whatever becomes of the line
      if (broken === 'sent') reset()
    })
    far.on('data', (bytes: Buffer) => {
      const status = statusAfter(bytes)
      isIdle = status === 'I'
      isSignedIn ||= status !== null
      if (broken === null) return toNear(bytes)
      if (near.destroyed || broken === 'sent') return
      if (wasCommit) count.commits++
      if (broken === 'half') near.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), reset)
      else reset()
    })
    // what was passed on is done even if nobody is there to hear of it
    near.on('close', () => {
      if (swallowed.has(near)) unheard.add(far)
      else if (broken === 'sent') far.end()
      else far.destroy()
    })
    far.on('close', () => {
      if (!swallowed.has(near)) near.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeLater(async () => {
    for (const line of [...lines, ...unheard]) line.destroy()
    server.close()
  })
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: Object.assign(new URL(url), { host: address }).href,
    broken: () => ({ ...count }),
    breakBy(next) {
      choose = next
    },
    delay(ms) {
      delayMs = ms
    },
    swallow() {
      isOpen = false
      for (const line of lines) swallowed.add(line)
    },
    heal() {
      isOpen = true
    },
    cut() {
      for (const line of lines) if (swallowed.has(line)) line.destroy()
      for (const far of unheard) far.destroy()
      unheard.clear()
    },
    open: () => lines.size,
  }
}
