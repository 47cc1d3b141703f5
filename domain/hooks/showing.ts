import { z } from 'zod'
import type { MessageKind } from '../messages/kind.ts'

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed', 'given-up'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** Why a try has no code. */
export const Fault = z.enum(['not-called', 'no-answer', 'no-connection', 'no-secret'])
export type Fault = z.infer<typeof Fault>

export const faultText: Record<Fault, string> = {
  'not-called': 'not called: it leads inside a network of its own',
  'no-answer': 'no answer within 10 seconds',
  'no-connection': 'no connection',
  'no-secret': 'not called: its secret cannot be read any more, please turn it',
}

export const deliveryStateText: Record<DeliveryState, string> = {
  waiting: 'waiting',
  delivered: 'delivered',
  failed: 'failed, is tried again',
  'given-up': 'given up',
}

/** A hook that takes nothing any more is switched off, and its owner is told. */
export const hookMessages = {
  'hook-stopped': {
    for: ['hospital', 'bank', 'provider'],
    isForAdmins: true,
    isSafety: false,
    channels: ['mail'],
    name: 'Hook stopped',
    title: () => 'A hook was switched off',
    words: ({ host, isGone }: { host: string; isGone: boolean }): string =>
      `${isGone ? `The hook at ${host} says that nobody takes it any more` : `The hook at ${host} has taken nothing for three days`}, so it was switched off. When it works again, switch it on under Keys and hooks, and replay what it missed.`,
  },
} as const satisfies Record<string, MessageKind & Record<'title' | 'words', unknown>>
