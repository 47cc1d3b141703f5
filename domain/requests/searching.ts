const idLength = 8 // §9

export type Search =
  | { kind: 'all' }
  | { kind: 'exact'; id: string }
  | { kind: 'part'; text: string }
  | { kind: 'ignored' }

/** §5.6: a whole id asks the database, a part of one filters the loaded rows, anything longer does nothing. */
export function readSearch(typed: string): Search {
  // as it stands in a message or is read out in two halves: no id has these in it
  const text = typed.replace(/[\s#-]/g, '').toLowerCase()
  if (text === '') return { kind: 'all' }
  if (text.length === idLength) return { kind: 'exact', id: text }
  return text.length < idLength ? { kind: 'part', text } : { kind: 'ignored' }
}

export const matchesPart = (id: string, text: string): boolean =>
  id.toLowerCase().includes(text.toLowerCase())
