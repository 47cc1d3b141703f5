import type { FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { keyAnywhere } from '#domain/keys/using.ts'

/** Lines of JSON with the request's id. Paths are logged without their query, bodies and cookies never. */
export function loggerFor(level: string): FastifyBaseLogger {
  return pino({
    level,
    redact: ['req.headers'],
    serializers: {
      err: (error: unknown) => told(error),
      req: (request: { method: string; url: string; id: string }) => ({
        id: request.id,
        method: request.method,
        path: request.url.split('?')[0]?.replace(keyAnywhere, '[key]'),
      }),
    },
  })
}

/** Everything else that hangs on an error stays here: rows of patients, or a connection with the key that cancels its queries. */
const tellable = [
  'code',
  'severity',
  'routine',
  'schema',
  'table',
  'column',
  'constraint',
  'syscall',
  'address',
  'port',
  'statusCode',
  'queue',
  'worker',
]

function told(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return String(error)
  const { message, stack, cause, ...rest } = error as Error & Record<string, unknown>
  const said = Object.fromEntries(
    tellable.flatMap((name) =>
      ['string', 'number'].includes(typeof rest[name]) ? [[name, rest[name]]] : [],
    ),
  )
  return {
    type: error.constructor?.name ?? 'Object',
    message,
    stack,
    ...said,
    ...(cause !== undefined && depth < 3 ? { cause: told(cause, depth + 1) } : {}),
  }
}
