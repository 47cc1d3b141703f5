import { z } from 'zod'
import { Day } from '../basics/day.ts'
import { readNetwork } from '../basics/ip-address.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, tidy } from '../basics/text.ts'
import { dayOf, days, instantOf, later } from '../basics/time.ts'
import type { Product } from '../people/roles.ts'
import { Scope, scopesFor } from './scopes.ts'

export const longestKeyName = 60
export const mostKeys = 20
const mostNetworks = 20
const usualDays = 365
const mostDays = 2 * 365

export const keyWords = {
  'name-blank': { title: 'Name Missing', text: 'Please say what the key is for, such as “HIS ward module”.' },
  'name-long': { title: 'Too Long', text: 'The name of a key has at most {most} characters.' },
  'name-taken': {
    title: 'Name Taken',
    text: 'There is a key “{name}” already. Please choose another name, or stop that one first.',
    conflict: true,
  },
  'no-scope': { title: 'Nothing Ticked', text: 'Please tick at least one thing that the key may do.' },
  'scope-unfit': { title: 'Not Possible', text: 'A key of yours cannot have “{scope}”.' },
  'no-network': {
    title: 'Not A Network',
    text: '“{network}” is neither an address nor a network, such as 203.0.113.7 or 203.0.113.0/24.',
  },
  'too-many-networks': { title: 'Too Many', text: 'A key has at most {most} networks.' },
  'end-past': { title: 'In The Past', text: 'The key would have ended already. Please choose a later day.' },
  'end-far': {
    title: 'Too Far Away',
    text: 'A key works for at most two years. Please choose a day up to {day}.',
  },
  'too-many-keys': {
    title: 'Too Many Keys',
    text: 'You have {most} keys that work. Please stop one of them first.',
    conflict: true,
  },
  'no-test-bank': {
    title: 'Not Possible',
    text: 'A test key acts for a hospital that is there for trials. A blood bank has none.',
  },
  'already-stopped': { title: 'Already Stopped', text: 'This key was stopped before.', conflict: true },
} satisfies Record<string, Wording>
export type KeyRefusal = Refusal<keyof typeof keyWords>

/** What the form holds. */
export const KeyDraft = z.strictObject({
  // far longer than a name: how long it may be is told at the field
  name: z.string().max(2_000).transform(tidy),
  scopes: z.array(Scope).max(20),
  /** None: from anywhere. */
  networks: z.array(z.string().max(100).trim()).max(200).default([]),
  /** Its last day; null is the usual one. */
  lastDay: Day.nullable().default(null),
  isTest: z.boolean().default(false),
})
export type KeyDraft = z.infer<typeof KeyDraft>

export const usualLastDay = (now: Date): string => dayOf(later(now, days(usualDays)))
export const lastDayAtMost = (now: Date): string => dayOf(later(now, days(mostDays)))

/** Asked in the browser, and on the server before anything is looked up. */
export function whyNotMake(draft: KeyDraft, { product }: { product: Product }, now: Date): KeyRefusal | null {
  if (isBlank(draft.name)) return no('name-blank', 'name')
  if ([...draft.name].length > longestKeyName) return no('name-long', 'name', { most: longestKeyName })
  if (draft.isTest && product === 'bloodbank') return no('no-test-bank', 'isTest')
  if (draft.scopes.length === 0) return no('no-scope', 'scopes')
  // a test key acts for a hospital, whoever made it
  const fitting = scopesFor[draft.isTest ? 'pilot' : product]
  const unfit = draft.scopes.find((scope) => !fitting.includes(scope))
  if (unfit) return no('scope-unfit', 'scopes', { scope: unfit })
  if (draft.networks.length > mostNetworks) return no('too-many-networks', 'networks', { most: mostNetworks })
  const network = draft.networks.find((one) => readNetwork(one) === null)
  if (network !== undefined) return no('no-network', 'networks', { network })
  if (draft.lastDay === null) return null
  if (draft.lastDay < dayOf(now)) return no('end-past', 'lastDay')
  const day = lastDayAtMost(now)
  return draft.lastDay > day ? no('end-far', 'lastDay', { day }) : null
}

/** With the names of those that work. */
export function whyNotOneMore(
  { name }: Pick<KeyDraft, 'name'>,
  others: readonly string[],
): KeyRefusal | null {
  const isTaken = others.some((other) => other.toLowerCase() === name.toLowerCase())
  if (isTaken) return no('name-taken', 'name', { name })
  return others.length < mostKeys ? null : no('too-many-keys', undefined, { most: mostKeys })
}

/** The key ends with its last day in India. */
export const endOf = ({ lastDay }: Pick<KeyDraft, 'lastDay'>, now: Date): Date =>
  later(instantOf(lastDay ?? usualLastDay(now), '00:00'), days(1))
