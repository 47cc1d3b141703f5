import { z } from 'zod'
import { mayListen } from '#domain/people/actor.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

/** Told to a browser: something of this topic changed. Never what it says; the browser asks its own query again. */
export const LiveMessage = z.object({ topic: z.string(), id: z.string(), kind: z.string() })
export type LiveMessage = z.infer<typeof LiveMessage>

/** A stream without a sign of life for this long is not live any more, and must not look so. */
export const silenceMs = 35_000
export const heartbeatMs = 15_000

export const live = {
  stream: route({
    method: 'GET',
    path: '/api/live',
    summary:
      'What changes, as it changes: server-sent events `change` and `beat`; `signed-out` or `crowded` is the last',
    who: mayListen,
    input: nothing,
    output: LiveMessage,
    stream: true,
  }),
}
