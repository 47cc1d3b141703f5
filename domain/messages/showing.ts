import { isMessageKind, messageKinds } from './kinds.ts'
import type { Channel, MessageState } from './resending.ts'

/** What the provider reads on the Messages screen. */
export const channelName: Record<Channel, string> = { mail: 'Mail', sms: 'SMS', push: 'Push' }

export const stateName: Record<MessageState, string> = {
  waiting: 'waiting',
  sent: 'sent',
  kept: 'kept',
  failed: 'failed',
  overtaken: 'overtaken',
}

/** What a state means, for those who meet it the first time. */
export const stateHelp: Record<MessageState, string> = {
  waiting: 'It goes out as soon as it can.',
  sent: 'The mail server, the SMS gateway or the push service took it.',
  kept: 'No mail or SMS service was set up when it was written, so it was only kept here.',
  failed: 'It was refused for good, or tried in vain for three days.',
  overtaken:
    'Before it went, something happened that makes it wrong or leaves nobody to tell: another driver, an undo, a cancellation, a browser or a number that was removed, a choice that was switched off.',
}

/** Why it was not sent, where that was nobody's fault: nothing to send it with. */
export const keptWhy: Record<Channel, string> = {
  mail: 'no mail server is set up',
  sms: 'no gateway is set up',
  push: 'nothing is pushed',
}

const otherNames: Record<string, string> = {
  'password-reset': 'Password reset',
  'trail-head': 'End of the trail',
  invitation: 'Invitation',
  'signed-up': 'Hospital signed up',
  'sign-up-received': 'Sign-up received',
  'email-change': 'New e-mail address',
  'email-owned': 'E-mail address asked for',
  'email-asked': 'E-mail change asked for',
  'email-changed': 'E-mail changed',
  welcome: 'Hospital activated',
  ring: 'Trial of What I hear',
}

/** A kind without words of its own is told by its name. */
export const kindName = (kind: string): string =>
  isMessageKind(kind)
    ? messageKinds[kind].name
    : (otherNames[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ')}`)

const longestGlance = 90

/** What a message is about at a glance: its subject, or its first words. */
export function firstWords({ subject, body }: { subject: string; body: string }): string {
  const words = subject || body.replaceAll(/\s+/g, ' ').trim()
  const letters = [...words]
  return letters.length <= longestGlance ? words : `${letters.slice(0, longestGlance - 1).join('')}…`
}
