import type { FastifyInstance } from 'fastify'

/** So many at once are a busy moment. */
const many = 3
/** However busy it is, 32 messages of each channel leave so often: 80 a second. Sooner, 300 calls a second have to wait. */
const longestWaitMs = 400
const lookEveryMs = 10

/**
 * For work that nobody waits for: resolves when few calls are under way, and after a moment in any case, since what
 * piles up costs more than what is done in between. The live streams, which stay open, are no calls.
 */
export function whenQuietOn(app: FastifyInstance, streams: string): () => Promise<void> {
  let underWay = 0
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === streams) return
    underWay++
    reply.raw.once('close', () => {
      underWay--
    })
  })
  return async () => {
    for (let waited = 0; underWay >= many && waited < longestWaitMs; waited += lookEveryMs)
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}
