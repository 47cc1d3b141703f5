import { z } from 'zod'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, line } from '../basics/text.ts'

/** §9: what the donor draws on, and what is kept of it. */
export const signatureSize = { width: 500, height: 200 } as const
/** Some ten times what a hand draws on it. */
export const largestSignature = 200 * 1024

export const preferences = ['typed', 'drawn'] as const
export type Preference = (typeof preferences)[number]

/** The drawing itself is a file, sent before. */
export const SignatureDraft = z.strictObject({
  preference: z.enum(preferences).nullable().default(null),
  name: line(120).default(''),
})
export type SignatureDraft = z.infer<typeof SignatureDraft>

export const signingWords = {
  'no-preference': { title: 'Signature', text: 'Please Select Your Preference.' }, // §5.7
  'no-name': { title: 'Form Incomplete', text: 'Please type the name of the donor as the signature.' },
  'not-drawn': { title: 'Form Incomplete', text: 'Please let the donor draw the signature.' },
  'not-a-signature': {
    title: 'Signature Not Saved',
    text: 'A drawn signature must be a PNG of 500 x 200 points.',
  },
} satisfies Record<string, Wording>
type SigningRefusal = Refusal<keyof typeof signingWords>

/** §5.7, ruling AMB-139. */
export function whyNotSign({ preference, name }: SignatureDraft, isDrawn: boolean): SigningRefusal | null {
  if (preference === null) return no('no-preference', 'preference')
  if (preference === 'typed') return isBlank(name) ? no('no-name', 'signature') : null
  return isDrawn ? null : no('not-drawn', 'signature')
}

/** What became of a file that should be one: null if it is none. */
export function whyNotDrawing(drawing: { readonly isBlank: boolean } | null): SigningRefusal | null {
  if (!drawing) return no('not-a-signature', 'signature')
  return drawing.isBlank ? no('not-drawn', 'signature') : null
}

/** Ruling AMB-144. Named by its content: one that was signed with is never written over. */
export const signatureFolder = (bankId: string): string => `signatures/${bankId}/`

export const signaturePath = (bankId: string, formId: string, digest: string): string =>
  `${signatureFolder(bankId)}${formId}-${digest}.png`
