import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limit, Route } from '#contract/route.ts'
import { keyUseWords, whyNotCall } from '#domain/keys/using.ts'
import type { Member } from '#domain/people/actor.ts'
import type { Limits } from '../../db/limits.ts'
import { Answer, refuse, tooOftenFor } from './refuse.ts'

/** Of each key, over all processes: more than any ward or bank has to say, and less than would hold up others. */
const keyLimits = {
  calls: { max: 600, seconds: 60 },
  writes: { max: 60, seconds: 60 },
} as const satisfies Record<string, Limit>

type Asking = {
  limits: Limits
  whoHolds(authorization: string, address: string): Promise<Member>
}

/** Who holds the key of a call, if they may call this route, and not too often. */
export async function askHolder(
  { limits, whoHolds }: Asking,
  row: Route,
  authorization: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Member> {
  const actor = await whoHolds(authorization, request.ip).catch((error: unknown) => {
    if (error instanceof Answer && error.status === 401) reply.header('www-authenticate', 'Bearer')
    throw error
  })
  await countCall(limits, row, actor, reply)
  const refusal = whyNotCall(actor.key?.scopes ?? [], row.key)
  if (refusal) request.log.warn({ account: actor.accountId }, 'not allowed')
  refuse(keyUseWords, refusal, 403)
  return actor
}

/** Told with every answer, in the headers of draft-ietf-httpapi-ratelimit-headers. */
async function countCall(limits: Limits, row: Route, actor: Member, reply: FastifyReply): Promise<void> {
  const names = row.method === 'GET' ? (['calls'] as const) : (['calls', 'writes'] as const)
  const taken = await Promise.all(
    names.map(async (name) => ({
      name,
      ...(await limits.take(`${name} of ${actor.accountId}`, keyLimits[name])),
    })),
  )
  const listed = (parts: readonly string[]) => parts.join(', ')
  reply.header(
    'ratelimit-policy',
    listed(names.map((name) => `"${name}";q=${keyLimits[name].max};w=${keyLimits[name].seconds}`)),
  )
  reply.header(
    'ratelimit',
    listed(taken.map(({ name, left, seconds }) => `"${name}";r=${Math.max(0, left)};t=${seconds}`)),
  )
  const spent = taken.find(({ left }) => left < 0)
  if (spent) throw tooOftenFor(keyLimits[spent.name], spent.seconds)
}
