import { z } from 'zod'
import { type AllowedNetworks, outgoingWords, type ParsedAddress, whyNotCall } from '../basics/outgoing.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank } from '../basics/text.ts'
import type { AuditReader } from '../events/audit.ts'
import { HookKind, kindsOfReader } from './kinds.ts'

export const HookState = z.enum(['on', 'off', 'stopped'])
export type HookState = z.infer<typeof HookState>

/** Of one organisation, and of the provider. */
const mostHooks = 10
export const longestHookUrl = 2_000

export const hookWords = {
  ...outgoingWords,
  'no-url': { title: 'No Address', text: 'Please write the address that is to be called.' },
  'url-too-long': {
    title: 'Too Long',
    text: 'An address has at most {most} characters. This one has {length}.',
  },
  'no-kinds': { title: 'Nothing Chosen', text: 'Please choose what the hook is told of.' },
  'kind-not-yours': {
    title: 'Not Yours',
    text: 'A hook of yours is never told of “{kind}”. Please choose again.',
  },
  'too-many-hooks': {
    title: 'Too Many Hooks',
    text: 'There are {most} hooks already. Please change one of them instead.',
    conflict: true,
  },
  'same-address': {
    title: 'There Already',
    text: 'There is a hook to this address already. Please change that one; a secret that was lost can be turned.',
    conflict: true,
  },
  'changed-meanwhile': {
    title: 'Changed Meanwhile',
    text: 'Somebody else changed this hook. Nothing was done; please look again.',
    conflict: true,
  },
  'on-already': { title: 'On Already', text: 'This hook is on.', conflict: true },
  'off-already': { title: 'Off Already', text: 'This hook is off. Nothing is sent to it.', conflict: true },
} satisfies Record<string, Wording>

export type HookRefusal = Refusal<keyof typeof hookWords>

export const HookDraft = z.strictObject({
  // longer than an address may be: that is told at the field
  url: z.string().max(20_000).trim(),
  kinds: z.array(HookKind).max(100),
  /** Told of orders that were raised with test keys too (ruling AMB-418). Left out: as it was, and at first no. */
  withTests: z.boolean().optional(),
})
export type HookDraft = z.infer<typeof HookDraft>

/** Asked in the browser too, which does not know the operator's exceptions. */
export function whyNotDraft({ url, kinds }: HookDraft, reader: AuditReader): HookRefusal | null {
  if (isBlank(url)) return no('no-url', 'url')
  if (url.length > longestHookUrl)
    return no('url-too-long', 'url', { most: longestHookUrl, length: url.length })
  if (kinds.length === 0) return no('no-kinds', 'kinds')
  const kind = kinds.find((one) => !kindsOfReader(reader).includes(one))
  return kind === undefined ? null : no('kind-not-yours', 'kinds', { kind })
}

export function whyNotAddress(url: ParsedAddress | null, allowed: AllowedNetworks): HookRefusal | null {
  const refusal = whyNotCall(url, allowed)
  return refusal && { ...refusal, field: 'url' }
}

export const whyNotOneMore = (others: number): HookRefusal | null =>
  others < mostHooks ? null : no('too-many-hooks', undefined, { most: mostHooks })

/** Whoever changes it has seen it as it is. */
export const whyNotTouch = (hook: { readonly version: number }, seen: number): HookRefusal | null =>
  hook.version === seen ? null : no('changed-meanwhile')

export function whyNotSwitch(
  hook: { readonly version: number; readonly state: HookState },
  asked: { readonly version: number; readonly isOn: boolean },
): HookRefusal | null {
  if ((hook.state === 'on') === asked.isOn) return no(asked.isOn ? 'on-already' : 'off-already')
  return whyNotTouch(hook, asked.version)
}
