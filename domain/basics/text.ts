import { z } from 'zod'

/**
 * Free text as it may be stored: control characters go, so that no NUL reaches the database and no line break a
 * mail header; bidirectional overrides go, so that a name cannot turn the words after it round; half surrogates
 * become the replacement character. Tamil, emoji and everything else stay (ruling AMB-198).
 */
export function tidy(text: string): string {
  return text.toWellFormed().replace(piledUp, '$1').normalize('NFC').replace(unwanted, ' ').trim()
}

// no letter of any language has so many marks; ordering thousands of them would hold everybody up
const piledUp = /(\p{M}{32})\p{M}+/gu

// Cc is the C0 and C1 controls; then the explicit bidirectional embeddings, overrides and isolates.
const unwanted = /[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu

/** Nothing to read in it: marks that join or turn the letters around them show nothing by themselves. */
export const isBlank = (text: string): boolean => !/[\p{L}\p{N}\p{P}\p{S}]/u.test(tidy(text))

/** For telling whether two mean the same: spaces around a text and capitals do not count. */
export const folded = (text: string): string => tidy(text).toLowerCase()

/** One line of text with a limit; what is too long is refused, never cut. */
export const line = (max: number) =>
  z
    .string()
    // ten times too long is too long however it is tidied
    .transform((text) => (text.length > 10 * max ? text : tidy(text)))
    .pipe(z.string().max(max))
