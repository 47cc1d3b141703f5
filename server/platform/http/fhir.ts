import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalAnswer } from '#contract/answers.ts'
import { whyNotInJson } from '#domain/fhir/forms.ts'
import { fhirWords, outcomeOf } from '#domain/fhir/refusals.ts'
import { Created } from './call.ts'
import { refuse } from './refuse.ts'

const type = 'application/fhir+json'

/** FHIR's own name for JSON is read as JSON is. */
export function understandFhir(app: FastifyInstance): void {
  app.addContentTypeParser(type, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
}

/** Who wants another form than there is would not read the answer, so nothing is done. */
export function refuseOtherForms({ query, headers: { accept } }: FastifyRequest): void {
  const { _format: format } = query as { _format?: unknown }
  refuse(fhirWords, whyNotInJson({ format, accept }), 406)
}

/** As the router read it: a percent-encoded path is the same path. */
const speaksFhir = ({ url, routeOptions }: FastifyRequest): boolean =>
  [url, routeOptions.url].some((path) => path !== undefined && /^\/fhir(?=[/?]|$)/.test(path))

/** The same refusal, in the form that whoever speaks FHIR reads. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: RefusalAnswer,
): FastifyReply {
  if (!speaksFhir(request)) return reply.status(status).send(body)
  return reply
    .status(status)
    .type(`${type}; charset=utf-8`)
    .send(JSON.stringify(outcomeOf(status, body)))
}

type Resource = { resourceType: string; meta?: { versionId?: string; lastUpdated?: string } }

/** With its version: whoever changes it says which one they saw. */
export async function sendResource(
  reply: FastifyReply,
  answer: unknown,
  read: (resource: unknown) => Promise<unknown>,
): Promise<FastifyReply> {
  const isNew = answer instanceof Created
  const resource = (await read(isNew ? answer.resource : answer)) as Resource
  const { versionId, lastUpdated } = resource.meta ?? {}
  if (versionId !== undefined) reply.header('etag', `W/"${versionId}"`)
  if (lastUpdated !== undefined) reply.header('last-modified', new Date(lastUpdated).toUTCString())
  if (isNew) reply.status(201).header('location', answer.at)
  return reply.type(`${type}; charset=utf-8`).send(JSON.stringify(resource))
}
