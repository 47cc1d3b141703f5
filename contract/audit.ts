import { z } from 'zod'
import { Day } from '#domain/basics/day.ts'
import { type AuditGroup, auditGroups } from '#domain/events/audit.ts'
import { mayAudit } from '#domain/people/actor.ts'
import { RequestId } from '#domain/requests/request.ts'
import { nothing, oneOrMore, page, pageOf } from './answers.ts'
import { route } from './route.ts'

const Group = z.enum(Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]])

export const AuditEntry = z.object({
  id: z.number().int(),
  at: z.coerce.date(),
  kind: z.string(),
  group: Group,
  /** Empty where no person is known. */
  person: z.string(),
  place: z.string(),
  what: z.string(),
  on: z.object({ kind: z.enum(['request', 'donor-form']), id: z.string() }).nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What of it is wanted. */
export const auditFilter = {
  group: oneOrMore(Group),
  /** An account. */
  person: z.string().min(1).max(100).optional(),
  request: RequestId.optional(),
  /** Days in India, both among them. */
  from: Day.optional(),
  to: Day.optional(),
}

const Fault = z.object({ eventId: z.number().int().nullable(), what: z.string() })

export const Verification = z.object({
  /** Null while it is not finished. */
  endedAt: z.coerce.date().nullable(),
  askedAt: z.coerce.date(),
  /** Null where somebody of another organisation asked. */
  askedBy: z.string().nullable(),
  beganAt: z.coerce.date().nullable(),
  read: z.number().int(),
  total: z.number().int(),
  /** The last event it reached. */
  upTo: z.number().int(),
  /** Of whoever asks. */
  events: z.number().int(),
  firstAt: z.coerce.date().nullable(),
  faults: z.number().int(),
  /** The first of them. */
  told: z.array(Fault),
  /** Whether all of the trail and its seals are as they were written. */
  isWhole: z.boolean().nullable(),
})
export type Verification = z.infer<typeof Verification>

const Verifying = z.object({ underWay: Verification.nullable(), last: Verification.nullable() })

/** What happened to an organisation's things, by whom, and who looked. */
export const audit = {
  list: route({
    method: 'GET',
    path: '/api/audit',
    summary: 'Events of your organisation, newest first, 50 at a time',
    who: mayAudit,
    input: z.strictObject({ ...auditFilter, ...page }),
    output: pageOf(AuditEntry).extend({
      /** Where few matched: how far back was looked. */
      lookedBackTo: z.coerce.date().nullable(),
    }),
    also: [
      'requests',
      'organisations',
      'stock',
      'camps',
      'donor-forms',
      'prices',
      'companies',
      'drivers',
      'notices',
      'bags',
      'hooks',
    ],
    restMs: 2_000,
  }),
  people: route({
    method: 'GET',
    path: '/api/audit/people',
    summary: 'Who did something among the newest 5,000 events',
    who: mayAudit,
    input: nothing,
    output: z.object({
      items: z.array(z.object({ accountId: z.string(), person: z.string(), place: z.string() })),
    }),
    restMs: 10_000,
  }),
  verification: route({
    method: 'GET',
    path: '/api/audit/verification',
    summary: 'When the trail was last verified, and how far a verification under way is',
    who: mayAudit,
    input: nothing,
    output: Verifying,
  }),
  verify: route({
    method: 'POST',
    path: '/api/audit/verification',
    summary: 'Ask for the trail to be verified, in the background, for all who ask',
    who: mayAudit,
    input: nothing,
    output: Verifying,
  }),
}
