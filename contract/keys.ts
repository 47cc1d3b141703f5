import { z } from 'zod'
import { KeyDraft } from '#domain/keys/making.ts'
import { Scope } from '#domain/keys/scopes.ts'
import { mayKeepKeys } from '#domain/people/actor.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

const KeyId = z.string().regex(/^key-[0-9a-f-]{36}$/)

/** A key as the list shows it: never the key. */
export const KeptKey = z.object({
  id: KeyId,
  name: z.string(),
  /** How it begins. */
  prefix: z.string(),
  scopes: z.array(Scope),
  networks: z.array(z.string()),
  isTest: z.boolean(),
  madeAt: z.coerce.date(),
  madeBy: z.string(),
  /** Who made it is no admin here any more (ruling AMB-317). */
  isMakerGone: z.boolean(),
  until: z.coerce.date(),
  /** To the minute; null if it never was. */
  usedAt: z.coerce.date().nullable(),
  stoppedAt: z.coerce.date().nullable(),
  stoppedBy: z.string().nullable(),
})
export type KeptKey = z.infer<typeof KeptKey>

/** Keys with which the software of an organisation calls (rulings AMB-315 to AMB-319). None of this is for keys. */
export const keys = {
  list: route({
    method: 'GET',
    path: '/api/keys',
    summary: 'The keys of your organisation: those that work, then the others, the newest first, 50 in all',
    who: mayKeepKeys,
    input: nothing,
    output: z.object({ items: z.array(KeptKey) }),
  }),
  /** Not repeatable: what is kept of an answer would hold the key. Sent twice, the name is taken. */
  make: route({
    method: 'POST',
    path: '/api/keys',
    summary: 'Make a key; this answer is the only one that has it',
    who: mayKeepKeys,
    input: KeyDraft,
    output: z.object({ kept: KeptKey, key: z.string() }),
    limit: { max: 20, seconds: 600, of: 'account' },
  }),
  stop: route({
    method: 'PUT',
    path: '/api/keys/:id/stop',
    summary: 'Stop a key of your organisation, within seconds and for good',
    who: mayKeepKeys,
    input: z.strictObject({ id: KeyId }),
    output: KeptKey,
    repeatable: true,
  }),
}
