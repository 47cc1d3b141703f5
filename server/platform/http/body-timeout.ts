import type { IncomingMessage } from 'node:http'

/** So much must come in so long, or somebody holds the line without saying anything. */
export type BodyTimeout = { bytes: number; ms: number }

/** The longest body of a call in half a minute. */
export const callBodyTimeout: BodyTimeout = { bytes: 64 * 1024, ms: 30_000 }

/** An upload holds megabytes meanwhile: a megabyte in that time. */
export const uploadBodyTimeout = ({ bytes, ms }: BodyTimeout): BodyTimeout => ({ bytes: 16 * bytes, ms })

/** Ends the connection of a body that crawls. */
export function endCrawlingBody(request: IncomingMessage, { bytes, ms }: BodyTimeout): void {
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
