import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { JsonText } from '../../db/as-json.ts'

/** A shorter one goes in one packet as it is. */
const leastLength = 1_024
const quickly = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 }

/**
 * Answers to reading, in a sixth of their length for a tenth of a millisecond (decision 56). Not the answers to writes,
 * among which are those that hand out a secret; not files and streams, which are no text here.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || typeof payload !== 'string' || payload.length < leastLength)
      return done(null, payload)
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return done(null, payload)
    const encoding = chosenFor(request, reply)
    done(null, encoding === null ? payload : compress[encoding](payload))
  })
}

/** What is sent of it, compressed once however many get it. */
export function textFor(answer: JsonText<unknown>, request: FastifyRequest, reply: FastifyReply) {
  const encoding = answer.text.length < leastLength ? null : chosenFor(request, reply)
  if (encoding === null) return answer.text
  const known = compressed.get(answer) ?? {}
  known[encoding] ??= compress[encoding](answer.text)
  compressed.set(answer, known)
  return known[encoding]
}

type Encoding = 'br' | 'gzip'

const compressed = new WeakMap<JsonText<unknown>, { [One in Encoding]?: Buffer }>()

const compress: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, { params: quickly }),
  gzip: (text) => gzipSync(text, { level: constants.Z_BEST_SPEED }),
}

function chosenFor(request: FastifyRequest, reply: FastifyReply): Encoding | null {
  reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''))
  if (encoding !== null) reply.header('content-encoding', encoding)
  return encoding
}

/** A quality other than none at all is not weighed: nobody who names both minds which it is. */
function encodingFor(accepted: string): Encoding | null {
  const named = accepted
    .split(',')
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  if (named.includes('br')) return 'br'
  return named.includes('gzip') ? 'gzip' : null
}
