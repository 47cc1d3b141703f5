import { z } from 'zod'
import { mayHaveSlips } from '#domain/people/actor.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

const SlipName = z.string().min(1).max(80)

/** The public half of a bank's key. */
const PublicSlipKey = z.object({
  kid: z.string(),
  bankId: z.string(),
  bankName: z.string(),
  x: z.string(),
  madeAt: z.coerce.date(),
  retiredAt: z.coerce.date().nullable(),
  compromisedAt: z.coerce.date().nullable(),
})

/** Slips of issued bags, and what checks them (ruling AMB-314). */
export const slips = {
  print: route({
    method: 'GET',
    path: '/api/slips/:slip',
    summary: 'An issue slip with its cross-match report as a PDF; that you had it is recorded',
    who: mayHaveSlips,
    key: 'orders:read',
    input: z.strictObject({ slip: SlipName }),
    output: z.unknown(),
    givesFile: true,
  }),
  keys: route({
    method: 'GET',
    path: '/api/slip-keys',
    summary: 'The public keys of all blood banks, with which anybody can check a slip',
    who: 'anyone',
    input: nothing,
    output: z.object({ toldAt: z.coerce.date(), items: z.array(PublicSlipKey) }),
    limit: { max: 600, seconds: 600 },
  }),
  seen: route({
    method: 'GET',
    path: '/api/slip-seen/:slip',
    summary: 'Whether a bag of this slip was issued for another order or set aside since',
    who: 'anyone',
    input: z.strictObject({ slip: SlipName }),
    output: z.object({ isElsewhere: z.boolean(), isSetAside: z.boolean() }),
    limit: { max: 600, seconds: 600 },
  }),
}
