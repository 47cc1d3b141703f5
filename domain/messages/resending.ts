import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { hours, later } from '../basics/time.ts'

export const channels = ['mail', 'sms', 'push'] as const
export type Channel = (typeof channels)[number]

export const messageStates = ['waiting', 'sent', 'kept', 'failed', 'overtaken'] as const
export type MessageState = (typeof messageStates)[number]

/** How long the link in a message works that opens an account. Who is written to may be off duty until Monday. */
export const linkHours = {
  'password-reset': 1,
  invitation: 72,
  'sign-up-received': 72,
  'email-change': 72,
} as const

/** A message whose words open an account: nobody reads it but its recipient. */
export const isSecret = (kind: string): kind is keyof typeof linkHours => Object.hasOwn(linkHours, kind)

export const messageWords = {
  'already-sent': {
    title: 'Already Sent',
    text: 'This message was sent; it is not sent twice.',
    conflict: true,
  },
  'still-waiting': { title: 'Still Waiting', text: 'This message waits to be sent already.', conflict: true },
  overtaken: {
    title: 'Overtaken',
    text: 'Something has happened since: what this message says is not so any more, and it is not sent.',
    conflict: true,
  },
  emptied: {
    title: 'Nothing Left',
    text: 'Text and recipient of this message were removed by age. There is nothing to send.',
  },
  'link-too-old': {
    title: 'Link Too Old',
    text: 'The link in this message has expired. Have a new one sent from Accounts, by Forgot Password, or on the home view of whoever signed up.',
  },
} satisfies Record<string, Wording>
export type MessageRefusal = Refusal<keyof typeof messageWords>

export function whyNotResend(
  message: { state: MessageState; kind: string; createdAt: Date; recipient: string },
  now: Date,
): MessageRefusal | null {
  if (message.state === 'sent') return no('already-sent')
  if (message.state === 'waiting') return no('still-waiting')
  if (message.state === 'overtaken') return no('overtaken')
  if (message.recipient === '') return no('emptied')
  if (!isSecret(message.kind)) return null
  return now < later(message.createdAt, hours(linkHours[message.kind])) ? null : no('link-too-old')
}
