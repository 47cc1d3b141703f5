import { marksIn, nameHas, wordsToFind } from '#domain/requests/finding.ts'

/** What can be chosen by its title: a screen, or something to do. */
export type Titled = { readonly key: string; readonly title: string; readonly group: 'Screens' | 'Also' }

/** Those whose title has a word that begins with each one typed, and where; all of them before anything is typed. */
export function titledWith<Item extends Titled>(items: readonly Item[], typed: string) {
  const text = typed.trim().toLowerCase()
  const words = wordsToFind(text)
  if (text === '') return items.map((item) => ({ item, marks: [] }))
  // of a single letter too: there are few of them
  const wanted = words.length > 0 ? words : [text]
  return items
    .filter(({ title }) => wanted.every((word) => nameHas(title, word)))
    .map((item) => ({
      item,
      marks: marksIn(
        item.title,
        wanted.filter((word) => /^[\p{L}\p{N}]+$/u.test(word)),
      ),
    }))
}

/** Where Enter begins: at the next thing to do, or at what was found for the words; nowhere (-1) if nothing was. */
export function firstActive(hasNext: boolean, isTyped: boolean, count: number): number {
  if (!hasNext || !isTyped) return 0
  return count > 1 ? 1 : -1
}

/** Round and round. */
export const moved = (active: number, step: number, count: number): number =>
  count === 0 ? 0 : (active + step + count) % count
