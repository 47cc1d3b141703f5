import { z } from 'zod'
import { Moment } from '#domain/basics/day.ts'
import { HookKind, pingKind } from '#domain/hooks/kinds.ts'
import { HookDraft, HookState } from '#domain/hooks/saving.ts'
import { DeliveryState, Fault } from '#domain/hooks/showing.ts'
import { mayAudit } from '#domain/people/actor.ts'
import { nothing, pageOf } from './answers.ts'
import { route } from './route.ts'

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Version = z.number().int().min(1).max(2_147_483_647)
const Seen = z.strictObject({ id: Id, version: Version })

const Hook = z.object({
  id: z.number().int(),
  url: z.string(),
  kinds: z.array(HookKind),
  /** Told of orders that were raised with test keys too. */
  withTests: z.boolean(),
  state: HookState,
  /** Tries in vain since it last took something. */
  failures: z.number().int(),
  lastTakenAt: z.coerce.date().nullable(),
  /** Until when it asked to be left alone. */
  quietUntil: z.coerce.date().nullable(),
  /** Until when the secret before signs too. */
  oldUntil: z.coerce.date().nullable(),
  waiting: z.number().int(),
  madeBy: z.string(),
  madeAt: z.coerce.date(),
  version: z.number().int(),
})
export type Hook = z.infer<typeof Hook>

/** Shown once: it is kept sealed, and nobody is told it again. */
const WithSecret = z.object({ hook: Hook, secret: z.string() })

const HookDelivery = z.object({
  eventId: z.number().int(),
  kind: HookKind,
  /** The order it is about. */
  subject: z.string(),
  happenedAt: z.coerce.date(),
  state: DeliveryState,
  tries: z.number().int(),
  code: z.number().int().nullable(),
  fault: Fault.nullable(),
  tookMs: z.number().int().nullable(),
  triedAt: z.coerce.date().nullable(),
  /** Null where it is not tried again. */
  nextAt: z.coerce.date().nullable(),
})
export type HookDelivery = z.infer<typeof HookDelivery>

const Tried = z.object({
  code: z.number().int().nullable(),
  fault: Fault.nullable(),
  tookMs: z.number().int(),
})
export type Tried = z.infer<typeof Tried>

/** Addresses of yours that are called when something happens to your orders, signed as Standard Webhooks has it. */
export const hooks = {
  list: route({
    method: 'GET',
    path: '/api/hooks',
    summary: 'Your hooks',
    who: mayAudit,
    input: nothing,
    output: z.object({ items: z.array(Hook), kinds: z.array(HookKind) }),
  }),
  // not repeatable: its answer, and so the secret, would be kept with the key; a second one finds the same address
  make: route({
    method: 'POST',
    path: '/api/hooks',
    summary: 'Make a hook. Its secret is in this answer and in no other',
    who: mayAudit,
    input: HookDraft,
    output: WithSecret,
    limit: { max: 60, seconds: 60, of: 'account' },
  }),
  change: route({
    method: 'PUT',
    path: '/api/hooks/:id',
    summary: 'Change the address of a hook, or what it is told of',
    who: mayAudit,
    input: HookDraft.extend(Seen.shape),
    output: Hook,
    repeatable: true,
  }),
  switch: route({
    method: 'PUT',
    path: '/api/hooks/:id/state',
    summary: 'Switch a hook off, so that nothing more is sent to it, or on again',
    who: mayAudit,
    input: Seen.extend({ isOn: z.boolean() }),
    output: Hook,
    repeatable: true,
  }),
  turn: route({
    method: 'PUT',
    path: '/api/hooks/:id/secret',
    summary: 'A new secret for a hook. The one before signs beside it for a day',
    who: mayAudit,
    input: Seen,
    output: WithSecret,
    limit: { max: 60, seconds: 60, of: 'account' },
  }),
  deliveries: route({
    method: 'GET',
    path: '/api/hooks/:id/deliveries',
    summary: 'What a hook was told in the last 30 days, newest first, 20 at a time',
    who: mayAudit,
    input: z.strictObject({ id: Id, after: Id.optional(), through: Id.optional() }),
    output: pageOf(HookDelivery),
  }),
  tryIt: route({
    method: 'POST',
    path: '/api/hooks/:id/try',
    summary: `Send ${pingKind} to a hook now, and tell what it answered`,
    who: mayAudit,
    input: z.strictObject({ id: Id }),
    output: Tried,
    limit: { max: 10, seconds: 60, of: 'account' },
  }),
  replay: route({
    method: 'POST',
    path: '/api/hooks/:id/replay',
    summary: 'Send once more what happened within 24 hours of the last 30 days',
    who: mayAudit,
    input: z.strictObject({ id: Id, from: Moment, until: Moment.optional() }),
    output: z.object({ deliveries: z.number().int() }),
    repeatable: true,
  }),
}
