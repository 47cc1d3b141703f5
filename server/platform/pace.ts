import type { IncomingMessage } from 'node:http'

/** So much must come in so long, or somebody holds the line without saying anything. */
export type Pace = { bytes: number; ms: number }

const slowest: Pace = { bytes: 1024 * 1024, ms: 30_000 }

/** Ends the connection of an upload that crawls. */
export function keepPace(request: IncomingMessage, { bytes, ms }: Pace = slowest): void {
  const { socket } = request
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < bytes) request.destroy()
    before = socket.bytesRead
  }, ms)
  timer.unref()
  const stop = () => clearInterval(timer)
  request.once('end', stop).once('close', stop)
}
