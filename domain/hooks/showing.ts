import { z } from 'zod'
import type { MessageKind } from '../messages/kind.ts'

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed', 'given-up'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** Why a try has no code. */
export const Fault = z.enum([
  'not-called',
  'no-answer',
  'no-connection',
  'no-secret',
  'certificate-ended',
  'certificate-name',
  'certificate-unknown',
])
export type Fault = z.infer<typeof Fault>

export const faultText: Record<Fault, string> = {
  'not-called': 'not called: it leads inside a network of its own',
  'no-answer': 'no answer within 10 seconds',
  'no-connection': 'no connection',
  'no-secret': 'not called: its secret cannot be read any more, please turn it',
  'certificate-ended': 'not called: its certificate has expired',
  'certificate-name': 'not called: its certificate is for another name',
  'certificate-unknown':
    'not called: nobody we know vouches for its certificate, or the chain to them is not sent',
}

/** By what a failed greeting is called, of whoever has TLS. */
const certificateFaults: Readonly<Record<string, Fault>> = {
  CERT_HAS_EXPIRED: 'certificate-ended',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-name',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-unknown',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-unknown',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-unknown',
  CERT_UNTRUSTED: 'certificate-unknown',
}

/** Null: it was not its certificate. */
export const certificateFault = (code: string): Fault | null => certificateFaults[code] ?? null

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
