import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Browsers open connections ahead of need. One that has not asked anything yet does not count as idle, so a server
 * that waits for all but the idle ones would wait for it.
 */
export function unusedConnectionsOf(server: Server): { end(): void } {
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return {
    end() {
      for (const socket of unused) socket.destroy()
    },
  }
}
