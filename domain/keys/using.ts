import { isWithin, readIp, readNetwork } from '../basics/ip-address.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { type Scope, scopeNames } from './scopes.ts'

/** 32 random bytes as base64url. */
const form = /^cm_(?:live|test)_[A-Za-z0-9_-]{43}$/
/** As it may stand where it should not: cut, or with something behind it. */
export const keyAnywhere = /cm_(?:live|test)_[A-Za-z0-9_-]{8,}/g

export const keyBeginning = (isTest: boolean): string => (isTest ? 'cm_test_' : 'cm_live_')
/** As much of it as a list shows. */
export const shownLength = 'cm_live_'.length + 6

/** Whether the call says that it comes with a key: then it counts for nothing else, whatever cookies are with it. */
export const isByKey = (authorization: string | undefined): boolean =>
  authorization !== undefined && /^bearer(?:\s|$)/i.test(authorization)

/** Null if it is none of ours by its look. */
export function keyIn(authorization: string): string | null {
  const key = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  return form.test(key) ? key : null
}

/** What a program is told; whoever has the key may know what became of it. */
export const keyUseWords = {
  'key-unknown': {
    title: 'Unknown Key',
    text: 'This is no key of ours. Please check it, or make a new one.',
  },
  'key-stopped': { title: 'Key Stopped', text: 'This key was stopped.' },
  'key-ended': { title: 'Key Ended', text: 'This key was good until {until}. Please make a new one.' },
  'key-suspended': { title: 'Suspended', text: 'The organisation of this key is suspended.' },
  'key-network': {
    title: 'Not From Here',
    text: 'This key is not taken from {address}, which is in none of its networks.',
  },
  'key-closed': {
    title: 'Not For Keys',
    text: 'This is not done with a key. Somebody has to sign in for it.',
  },
  'key-scope': { title: 'Not Allowed', text: 'This key may not do this. It needs “{scope}”: {what}.' },
  'key-in-address': {
    title: 'Key In The Address',
    text: 'A key stands in the address of this call, where logs keep it. It must be stopped, and a new one sent as "Authorization: Bearer".',
  },
} satisfies Record<string, Wording>
export type KeyUseRefusal = Refusal<keyof typeof keyUseWords>

export type HeldKey = {
  readonly networks: readonly string[]
  readonly until: Date
  readonly stoppedAt: Date | null
}

export type KeyState = 'live' | 'ended' | 'stopped'

export function stateOf({ stoppedAt, until }: Pick<HeldKey, 'stoppedAt' | 'until'>, now: Date): KeyState {
  if (stoppedAt !== null) return 'stopped'
  return until <= now ? 'ended' : 'live'
}

export function whyNotUse(key: HeldKey, now: Date): KeyUseRefusal | null {
  const state = stateOf(key, now)
  if (state === 'stopped') return no('key-stopped')
  return state === 'ended' ? no('key-ended', undefined, { until: key.until.toISOString() }) : null
}

/** Asked with each call: the same key comes from many addresses. */
export function whyNotFrom({ networks }: Pick<HeldKey, 'networks'>, address: string): KeyUseRefusal | null {
  if (networks.length === 0) return null
  const from = readIp(address)
  const isIn =
    from !== null && networks.map(readNetwork).some((network) => network && isWithin(from, network))
  return isIn ? null : no('key-network', undefined, { address })
}

/** `needed`: what the route asks for; undefined where it is closed to keys. */
export function whyNotCall(held: readonly Scope[], needed: Scope | 'any' | undefined): KeyUseRefusal | null {
  if (needed === undefined) return no('key-closed')
  if (needed === 'any' || held.includes(needed)) return null
  return no('key-scope', undefined, { scope: needed, what: scopeNames[needed].toLowerCase() })
}
