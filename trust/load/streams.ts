import { connect, type Socket } from 'node:net'

export type Heard = (id: string, at: number) => void

/** An open stream over a bare socket: a thousand clients of their own would cost more than what is measured. */
export type OpenStream = { socket: Socket; close(): void }

/** Resolves with the first sign of life. */
export function openBareStream(url: string, cookie: string, heard: Heard): Promise<OpenStream> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.write(`GET /api/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\n\r\n`)
    let rest = ''
    socket.setEncoding('utf8')
    socket.on('error', reject)
    // a server that stops may hang up before it has said anything
    socket.once('close', () => reject(new Error('closed before the first sign of life')))
    socket.once('data', (first: unknown) => {
      if (!String(first).includes(' 200 ')) return reject(new Error(String(first)))
      resolve({ socket, close: () => socket.destroy() })
      socket.on('data', (more: unknown) => {
        const at = performance.now()
        const pieces = (rest + String(more)).split('\n\n')
        rest = pieces.pop() ?? ''
        for (const piece of pieces) {
          const id = piece.match(/"id":"([^"]+)"/)?.[1]
          if (id !== undefined) heard(id, at)
        }
      })
    })
  })
}

export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}
