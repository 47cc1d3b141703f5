import { randomInt } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalAnswer } from '#contract/answers.ts'
import { isUnreachable } from '../db/database.ts'
import { TooManyHashes } from './passwords.ts'
import { Answer, notFound } from './refuse.ts'

/** Every answer that is not 2xx has the same shape; only what we meant to say is said. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Answer) return reply.status(error.status).send(error.body)
    if (isUnreachable(error) || error instanceof TooManyHashes) {
      request.log.error({ err: error }, 'not available')
      return reply.status(503).header('retry-after', '2').send(unavailable)
    }
    if (error.statusCode && error.statusCode < 500)
      return reply.status(error.statusCode).send(clientFault(error))
    const reference = newReference()
    request.log.error({ err: error, reference }, 'unexpected')
    return reply.status(isDiskFull(error) ? 507 : 500).send(ourFault(reference, request.method))
  })
  app.setNotFoundHandler((_request, reply) => {
    const answer = notFound()
    return reply.status(answer.status).send(answer.body)
  })
}

/** What the router refuses before any route is asked: an address that cannot be read, or a part that is too long. */
export const answerUnreadable = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void =>
  void reply.status(error.statusCode ?? 400).send(clientFault(error))

const unavailable: RefusalAnswer = {
  code: 'unavailable',
  title: 'Not Available',
  text: 'The service is not available at the moment. Please try again.',
}

const clientFault = (error: FastifyError): RefusalAnswer => ({
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

/** The database's, or that of the files. */
const isDiskFull = ({ code = '' }: { code?: string }): boolean => ['53100', 'ENOSPC', 'EDQUOT'].includes(code)

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newReference = (): string =>
  Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
