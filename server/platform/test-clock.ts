import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { movableClock } from '../basics/clock.ts'

const Move = z.strictObject({ now: z.iso.datetime({ offset: true }).nullable() })

/** Moves the server's clock. Exists only when NODE_ENV is test. */
export function serveTestClock(app: FastifyInstance, clock: ReturnType<typeof movableClock>): void {
  app.put('/test/clock', (request) => {
    const { now } = Move.parse(request.body)
    clock.moveTo(now === null ? null : new Date(now))
    return { now: clock.now() }
  })
}
