import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'

/** Lines of JSON with the request's id. Paths are logged without their query, bodies and cookies never. */
export function loggerFor(level: string): FastifyBaseLogger {
  return pino({
    level,
    redact: ['req.headers', 'err.input', 'err.parameters', 'err.detail', 'err.where'],
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0],
      }),
    },
  })
}
