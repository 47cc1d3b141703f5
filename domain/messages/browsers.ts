import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { days } from '../basics/time.ts'

/** What a browser gives out for being rung (the Push API's `PushSubscription`): where, and its two keys. */
export const BrowserDraft = z.strictObject({
  endpoint: z.string().min(1).max(2_000),
  /** A point of P-256, uncompressed, in base64url. */
  p256dh: z.string().max(200),
  auth: z.string().max(100),
})
export type BrowserDraft = z.infer<typeof BrowserDraft>

export const mostBrowsers = 20
/** One in which its person was not seen for so long rings no more: it stands somewhere else by now. */
export const browserForgottenAfter = days(30)

export const browserWords = {
  'keys-wrong': {
    title: 'Not Switched On',
    text: 'This browser gave keys that cannot be used. Please try again.',
  },
  'too-many-browsers': {
    title: 'Too Many Browsers',
    text: `No more than ${mostBrowsers} browsers ring for one person. Please remove one of them first.`,
  },
} satisfies Record<string, Wording>
export type BrowserRefusal = Refusal<keyof typeof browserWords>

/** `others`: how many ring for this person already, this one not counted. */
export function whyNotRing(draft: BrowserDraft, others: number): BrowserRefusal | null {
  const isRight = /^B[\w-]{86}$/.test(draft.p256dh) && /^[\w-]{22}$/.test(draft.auth)
  if (!isRight) return no('keys-wrong')
  return others >= mostBrowsers ? no('too-many-browsers') : null
}

/** What a push carries, and a browser shows: no patient, and nobody's name but a bank's. */
export const PushWords = z.object({
  title: z.string(),
  words: z.string(),
  /** Of ours. */
  path: z.string().regex(/^\/(?!\/)/),
  /** Of several with one tag the last is shown. */
  tag: z.string(),
  at: z.coerce.date(),
})
export type PushWords = z.infer<typeof PushWords>

/** How long a push service keeps it for a browser that is away, in seconds: then the page tells it soon enough. */
export const pushKeptFor = (isSafety: boolean): number => (isSafety ? 12 : 4) * 3_600
