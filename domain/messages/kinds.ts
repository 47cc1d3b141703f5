import { bagKinds } from '../bags/recalling.ts'
import { hookMessages } from '../hooks/showing.ts'
import { stockKinds } from '../stock/reminding.ts'
import type { MessageKind } from './kind.ts'
import { orderKinds } from './order-kinds.ts'
import { actKinds, otherKinds } from './specified-kinds.ts'

/** Every kind of message that somebody hears because of their work; those of accounts and the trail are none. */
export const messageKinds = {
  ...actKinds,
  ...otherKinds,
  ...orderKinds,
  ...bagKinds,
  ...stockKinds,
  ...hookMessages,
} satisfies Record<string, MessageKind>

export type MessageKindId = keyof typeof messageKinds

export const isMessageKind = (id: string): id is MessageKindId => Object.hasOwn(messageKinds, id)

/** What the specification sends is sent whatever anybody chose. */
export const isSpecified = (id: MessageKindId): boolean =>
  Object.hasOwn(actKinds, id) || Object.hasOwn(otherKinds, id)

export const messageKindIds = Object.keys(messageKinds).filter(isMessageKind)
