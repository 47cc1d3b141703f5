import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * So many connections of one address may be open for a while without having asked anything. A browser opens a handful;
 * a proxy opens those of everybody, and has limits of its own.
 */
const mostOfOneAddress = { browsers: 100, proxy: 2_000 }
/** A whole hospital behind one address comes back at once after a restart: each gets the time to ask. */
const timeToAskMs = 1_000
const mostAtOnce = 2_000

/** How long the head of a request may take from the opening of the connection, and how often that is looked at. */
export const headTimes = { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 }

/**
 * Browsers open connections ahead of need. One that has not asked anything yet does not count as idle, so a server
 * that waits for all but the idle ones would wait for it. Of too many from one address the oldest is let go: they
 * would hold what others need.
 */
export function unusedConnectionsOf(
  server: Server,
  { isBehindProxy }: { isBehindProxy: boolean },
): { end(): void } {
  const most = mostOfOneAddress[isBehindProxy ? 'proxy' : 'browsers']
  /** With the time of their opening, the oldest first. */
  const unused = new Map<string, Map<Socket, number>>()

  function forget(socket: Socket, address: string): void {
    const others = unused.get(address)
    others?.delete(socket)
    if (others?.size === 0) unused.delete(address)
  }

  function letGo(address: string): void {
    for (const [socket, openedAt] of unused.get(address) ?? []) {
      const { size } = unused.get(address) ?? { size: 0 }
      const isNew = performance.now() - openedAt < timeToAskMs
      if (size <= most || (isNew && size <= mostAtOnce)) return
      forget(socket, address)
      socket.destroy()
    }
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const others = unused.get(address) ?? new Map<Socket, number>()
    unused.set(address, others.set(socket, performance.now()))
    if (others.size > mostAtOnce) letGo(address)
    else if (others.size > most) setTimeout(letGo, timeToAskMs, address).unref()
    socket.once('close', () => forget(socket, address))
  })
  server.on('request', ({ socket }) => forget(socket, socket.remoteAddress ?? ''))
  return {
    end() {
      for (const socket of [...unused.values()].flatMap((some) => [...some.keys()])) socket.destroy()
    },
  }
}
