import { randomInt } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalAnswer } from '#contract/answers.ts'
import { namedCalls } from '#contract/named-calls.ts'
import { people } from '#contract/people.ts'
import { Gone } from '../../basics/network.ts'
import { isPassing, isUnreachable } from '../../db/database.ts'
import { FileSpoiled } from '../../db/stored-files.ts'
import { TooManyHashes } from '../identity/passwords.ts'
import { FilesUnavailable } from '../storage/files.ts'
import { TooBusy, TookTooLong } from '../tasks/threads.ts'
import { sendRefusal } from './fhir.ts'
import { comeBackAfter, tooBusy } from './pressure.ts'
import { Answer, notFound } from './refuse.ts'

/** Every answer that is not 2xx has the same shape; only what we meant to say is said. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const tell = (status: number, body: RefusalAnswer) =>
      sendRefusal(request, reply, status, isNamed(request) ? { ...body, message: body.text } : body)
    if (error instanceof Answer) {
      if (error.retryAfter) reply.header('retry-after', String(error.retryAfter))
      return tell(error.status, error.body)
    }
    // nobody hears it, and nothing of ours went wrong
    if (error instanceof Gone) return tell(400, clientFault({ statusCode: 400 }))
    const isPast = isPassing(error)
    if (isPast || isUnreachable(error) || error instanceof TooManyHashes || error instanceof TooBusy) {
      request.log[isPast ? 'warn' : 'error']({ err: error }, 'not available')
      reply.header('retry-after', '2')
      return tell(503, unavailable)
    }
    if (error instanceof TookTooLong) {
      request.log.error({ err: error }, 'not done in time')
      reply.header('retry-after', String(comeBackAfter))
      return tell(503, tooBusy)
    }
    // free text is tidied by its shape; an id or a cursor is taken as it came
    if (error.code === noSuchCharacter) return tell(422, unkeepable)
    if (error.statusCode && error.statusCode < 500) return tell(error.statusCode, clientFault(error))
    const reference = newReference()
    request.log.error({ err: error, reference }, 'unexpected')
    if (error instanceof FilesUnavailable) {
      reply.header('retry-after', '10')
      return tell(503, filesAway(reference, request.method))
    }
    if (error instanceof FileSpoiled)
      return tell(500, { ...ourFault(reference, request.method), code: 'file-spoiled' })
    return tell(isDiskFull(error) ? 507 : 500, ourFault(reference, request.method))
  })
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = notFound()
    return sendRefusal(request, reply, status, body)
  })
}

/** Rulings AMB-164, AMB-153: a call of §7.1, and signing up, say what went wrong as `message` too. */
const isNamed = ({ routeOptions }: FastifyRequest): boolean => namedPaths.has(routeOptions.url ?? '')
const namedPaths = new Set<string>([people.signUp, ...Object.values(namedCalls)].map(({ path }) => path))

/** What the router refuses before any route is asked: an address that cannot be read, or a part that is too long. */
export const answerUnreadable =
  (headers: Record<string, string>) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    // no hook is asked for these
    reply.headers({ ...headers, 'cache-control': 'no-store' })
    sendRefusal(request, reply, error.statusCode ?? 400, clientFault(error))
  }

/**
 * What cannot be read as HTTP at all never becomes a request: it is told so in the same form, written by hand. The line
 * is of no use any more.
 */
export function answerNoRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const status = unreadStatuses[error.code ?? ''] ?? 400
    const body = JSON.stringify(clientFault({ statusCode: status }))
    const head = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\nconnection: close\r\n\r\n${body}`)
    // closed at once with something unread, the line would break before the answer is there
    const ending = setTimeout(() => socket.destroy(), longestEndMs)
    socket.resume().once('close', () => clearTimeout(ending))
  } else if (!socket.writableEnded) socket.destroy(error)
}
const longestEndMs = 2_000
const unreadStatuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** HTTP/1.1 asks for it, and Node would answer without a word; 1.0, which load balancers still speak, does not. */
export function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return done()
    void reply
      .status(400)
      .header('connection', 'close')
      .send(clientFault({ statusCode: 400 }))
  })
}

/** PostgreSQL's word for a NUL in a text. */
const noSuchCharacter = '22021'

const unkeepable: RefusalAnswer = {
  code: 'invalid-input',
  title: 'Invalid Input',
  text: 'The input has a character that cannot be kept.',
}

const unavailable: RefusalAnswer = {
  code: 'unavailable',
  title: 'Not Available',
  text: 'The service is not available at the moment. Please try again.',
}

const clientFault = (error: { statusCode?: number | undefined }): RefusalAnswer => ({
  code: error.statusCode === 413 ? 'too-large' : 'bad-request',
  title: 'Bad Request',
  text: error.statusCode === 413 ? 'That is more than can be taken.' : 'The request could not be read.',
})

/** Told to the person and written to the log, so that the one finds the other. */
const ourFault = (reference: string, method: string): RefusalAnswer => ({
  code: 'unexpected',
  title: 'Database Error',
  text: `It could not be ${method === 'GET' ? 'read' : 'saved'} (ref ${reference}).`,
})

const filesAway = (reference: string, method: string): RefusalAnswer => ({
  code: 'files-unavailable',
  title: 'Not Available',
  text:
    method === 'GET'
      ? `The file cannot be read at the moment. Please try again. (ref ${reference})`
      : `Files cannot be kept at the moment, so nothing was changed. Please try again. (ref ${reference})`,
})

/** The database's, or that of the files. */
const isDiskFull = ({ code = '' }: { code?: string }): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(code)

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newReference = (): string =>
  Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
