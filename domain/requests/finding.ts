import { z } from 'zod'
import { no, type Refusal, type Words } from '../basics/refusal.ts'
import { line } from '../basics/text.ts'

/** What somebody types to find a request: words of a name, numbers, a request ID. */
export const FindText = line(100)

export const mostFound = 8
const leastLetters = 2
/** Fewer than these of an ID are found among too many. */
const leastOfId = 4

/** What stands between words: as in `find_text` of the database, which holds the names in the same way. */
const apart = ' \u00a0!-/:-@[-`{-~'
const between = new RegExp(`[${apart}]+`, 'u')

/** In small letters, each once. A single letter is on its way to become a word, or an initial: it is not looked for. */
export const wordsToFind = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(between)
      .filter((word) => [...word].length >= leastLetters),
  ),
]

/** The beginning of a request ID, however it was typed: `#0123-ABCD`, or in two halves. */
export function idToFind(text: string): string | null {
  const id = text.replace(/[\s#-]/g, '').toLowerCase()
  return id.length >= leastOfId && /^[0-9a-f]{1,8}$/.test(id) ? id : null
}

export const whyNotFind = (text: string): Refusal<'too-short'> | null =>
  wordsToFind(text).length === 0 && idToFind(text) === null ? no('too-short', 'text') : null

export const findWords: Words<'too-short'> = {
  'too-short': { title: 'Too Short', text: 'Please type at least 2 letters or digits of a word.' },
}

/** Each word of what is typed is the beginning of one of the name's. */
export const nameHas = (name: string, word: string): boolean =>
  name
    .toLowerCase()
    .split(between)
    .some((part) => part.startsWith(word))

/** Where something was found in a text, to be marked there. */
export const Mark = z.object({ from: z.number().int(), to: z.number().int() })
export type Mark = z.infer<typeof Mark>

/** The words where they begin one of the text's. Of a number the signs inside may be left out: `ch209` is in CH-209. */
export function marksIn(text: string, words: readonly string[], kind: 'name' | 'number' = 'name'): Mark[] {
  const skipped = kind === 'number' ? `[${apart}]*` : ''
  const found = words.flatMap((word) => {
    // a word has none of the signs that mean something in a pattern: they part words
    const begun = new RegExp(`(?<![^${apart}])${[...word].join(skipped)}`, 'giu')
    return [...text.matchAll(begun)].map(({ index, 0: match }) => ({ from: index, to: index + match.length }))
  })
  return merged(found.toSorted((one, other) => one.from - other.from))
}

function merged(marks: readonly Mark[]): Mark[] {
  const apartMarks: Mark[] = []
  for (const mark of marks) {
    const last = apartMarks.at(-1)
    if (last && mark.from <= last.to) last.to = Math.max(last.to, mark.to)
    else apartMarks.push({ ...mark })
  }
  return apartMarks
}
