import { z } from 'zod'
import { channels, messageStates } from '#domain/messages/resending.ts'
import { isProvider } from '#domain/people/actor.ts'
import { oneOrMore, pageOf } from './answers.ts'
import { route } from './route.ts'

const State = z.enum(messageStates)
const Channel = z.enum(channels)
const MessageId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

export const Message = z.object({
  id: z.number().int(),
  channel: Channel,
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** Blotted out where it has a link that sets a password. */
  body: z.string(),
  state: State,
  tries: z.number().int(),
  error: z.string().nullable(),
  createdAt: z.coerce.date(),
  sentAt: z.coerce.date().nullable(),
})
export type Message = z.infer<typeof Message>

/** Every mail and text message there was, and what became of it. */
export const messages = {
  list: route({
    method: 'GET',
    path: '/api/messages',
    summary: 'Mails and text messages, newest first, 20 at a time',
    who: isProvider,
    input: z.strictObject({
      /** Ids: a message that was written later has a higher one. */
      after: MessageId.optional(),
      through: MessageId.optional(),
      state: oneOrMore(State),
      channel: oneOrMore(Channel),
    }),
    output: pageOf(Message),
  }),
  resend: route({
    method: 'PUT',
    path: '/api/messages/:id/resend',
    summary: 'Send a message again that failed or was only kept',
    who: isProvider,
    input: z.strictObject({ id: MessageId }),
    output: Message,
  }),
}
