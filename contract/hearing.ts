import { z } from 'zod'
import { QuietHours, Way } from '#domain/messages/hearing.ts'
import { messageKindIds } from '#domain/messages/kinds.ts'
import { channels, messageStates } from '#domain/messages/resending.ts'
import { isPlaceAdmin, mayListen } from '#domain/people/actor.ts'
import { typedPhone } from '#domain/people/phones.ts'
import { nothing } from './answers.ts'
import { route } from './route.ts'

const Choices = z.record(z.string(), z.boolean())
const Kind = z.enum(messageKindIds)

/** What somebody hears as whom they act for now. */
export const Hearing = z.object({
  /** What their organisation is called; they themselves, where they have none. */
  place: z.string(),
  audience: z.enum(['hospital', 'bank', 'provider', 'driver']),
  isAdmin: z.boolean(),
  email: z.string(),
  phone: z.string(),
  choices: Choices,
  quiet: QuietHours.nullable(),
  /** The organisation's own mailbox and phones, for its admins; those of the provider are settings. */
  desk: z
    .object({
      email: z.string(),
      phones: z.array(z.string()),
      choices: Choices,
      isFixed: z.boolean(),
    })
    .nullable(),
  /** By which mails and texts leave this server; what is not set up reaches nobody. */
  ways: z.array(z.enum(['mail', 'sms'])),
  /** How many ways off the screen a kind has beside those that stand here. */
  elsewhere: z.record(z.string(), z.number().int()),
})
export type Hearing = z.infer<typeof Hearing>

/** What became of what was sent to try it. */
const Rung = z.object({
  id: z.number().int(),
  items: z.array(z.object({ way: z.enum(channels), to: z.string(), state: z.enum(messageStates) })),
})
export type Rung = z.infer<typeof Rung>

/** What I hear (ruling AMB-306). */
export const hearing = {
  show: route({
    method: 'GET',
    path: '/api/hearing',
    summary: 'By which ways you hear of what, as whom you act for now',
    who: mayListen,
    input: nothing,
    output: Hearing,
  }),
  choose: route({
    method: 'PUT',
    path: '/api/hearing/choice',
    summary: 'Hear of a kind by a way, or hear of it so no more',
    who: mayListen,
    input: z.strictObject({ kind: Kind, way: Way, isOn: z.boolean() }),
    output: Hearing,
  }),
  chooseDesk: route({
    method: 'PUT',
    path: '/api/hearing/desk',
    summary: 'Have the mailbox or the phones of your organisation rung for a kind, or not',
    who: isPlaceAdmin,
    input: z.strictObject({ kind: Kind, way: z.enum(['mail', 'sms']), isOn: z.boolean() }),
    output: Hearing,
  }),
  setQuiet: route({
    method: 'PUT',
    path: '/api/hearing/quiet-hours',
    summary: 'Set your quiet hours, by the clock of India; null for none',
    who: mayListen,
    input: z.strictObject({ quiet: z.strictObject(QuietHours.shape).nullable() }),
    output: Hearing,
  }),
  setPhone: route({
    method: 'PUT',
    path: '/api/hearing/phone',
    summary: 'Set your own number for text messages; empty for none',
    who: (actor) => actor.kind === 'member' && mayListen(actor),
    input: z.strictObject({ phone: typedPhone }),
    output: Hearing,
  }),
  ring: route({
    method: 'POST',
    path: '/api/hearing/rings',
    summary: 'Send one message to yourself alone by each way that is on',
    who: mayListen,
    input: nothing,
    output: Rung,
    limit: { max: 5, seconds: 600, of: 'account' },
    repeatable: true,
  }),
  rung: route({
    method: 'GET',
    path: '/api/hearing/rings/:id',
    summary: 'What became of it',
    who: mayListen,
    input: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    output: Rung,
  }),
}
