import { orderKinds } from './order-kinds.ts'
import type { Channel } from './resending.ts'

/** Who hears of something. */
export type Audience = 'hospital' | 'bank' | 'provider' | 'driver'

/** What there is to know of one kind of message. */
export type MessageKind = {
  readonly for: readonly Audience[]
  /** Somebody may come to harm, or blood be lost, if nobody hears it. */
  readonly isSafety: boolean
  readonly channels: readonly Channel[]
  /** As the provider reads it on Messages. */
  readonly name: string
}

const kind = (row: MessageKind): MessageKind => row

/** Those of the specification, and what came beside them early: their words stand in server/messages. */
const specified = {
  raise: kind({ for: ['provider'], isSafety: false, channels: ['mail'], name: 'Request raised' }),
  flood: kind({ for: ['provider'], isSafety: false, channels: ['mail'], name: 'Many requests raised' }),
  raised: kind({ for: ['hospital'], isSafety: false, channels: ['sms'], name: 'Request raised' }),
  approve: kind({ for: ['provider'], isSafety: true, channels: ['mail'], name: 'Request approved' }),
  undo: kind({ for: ['provider'], isSafety: true, channels: ['mail'], name: 'Approval undone' }),
  approval: kind({ for: ['hospital'], isSafety: false, channels: ['sms'], name: 'Request decided' }),
  cancel: kind({ for: ['provider'], isSafety: true, channels: ['mail'], name: 'Request cancelled' }),
  refuse: kind({ for: ['provider'], isSafety: true, channels: ['mail'], name: 'Order refused' }),
  reservation: kind({ for: ['provider'], isSafety: false, channels: ['mail'], name: 'Reservation approved' }),
  driver: kind({ for: ['driver'], isSafety: true, channels: ['sms'], name: 'Driver linked' }),
  'driver-freed': kind({
    for: ['driver'],
    isSafety: true,
    channels: ['sms'],
    name: 'Order taken from its driver',
  }),
  temperature: kind({
    for: ['provider', 'bank'],
    isSafety: true,
    channels: ['mail', 'sms'],
    name: 'Bags too warm or too cold',
  }),
  'camp-asked': kind({
    for: ['provider'],
    isSafety: false,
    channels: ['mail'],
    name: 'Blood camp asked for',
  }),
}

/** Every kind of message that somebody hears because of their work; those of accounts and the trail are none. */
export const messageKinds = { ...specified, ...orderKinds } satisfies Record<string, MessageKind>

export type MessageKindId = keyof typeof messageKinds

export const isMessageKind = (id: string): id is MessageKindId => Object.hasOwn(messageKinds, id)
