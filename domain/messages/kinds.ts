import { stockKinds } from '../stock/reminding.ts'
import type { MessageKind } from './kind.ts'
import { orderKinds } from './order-kinds.ts'

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
export const messageKinds = { ...specified, ...orderKinds, ...stockKinds } satisfies Record<
  string,
  MessageKind
>

export type MessageKindId = keyof typeof messageKinds

export const isMessageKind = (id: string): id is MessageKindId => Object.hasOwn(messageKinds, id)
