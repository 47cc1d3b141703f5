import { readFile } from 'node:fs/promises'
import type { Suggestion } from '#contract/named-calls.ts'
import { fromRoot } from '../../basics/root.ts'

const most = 8
/** People type the street first, which no list has; the place stands at the end. */
const wordsAtTheEnd = 4

/** India's towns and post offices and the great cities elsewhere, from a file that is read at the first question. */
export function gazetteer(file = fromRoot('server/platform/places/places.tsv')) {
  let places: Promise<Places> | null = null
  return async (address: string): Promise<Suggestion[]> => {
    places ??= readPlaces(file)
    return suggest(await places, address)
  }
}

/** Searched as one text, which is far quicker than thirty thousand: every word of it has a space before it. */
type Places = { text: string; lines: readonly string[]; begins: Int32Array }

async function readPlaces(file: string): Promise<Places> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && line[0] !== '#')
  const text = `\n${plain(lines.join('\n'))}\n`.replace(/[\n\t]/g, '$& ')
  const begins = new Int32Array(lines.length)
  for (let line = 0, at = 0; line < lines.length; line++) {
    begins[line] = at
    at = text.indexOf('\n', at + 1)
  }
  return { text, lines, begins }
}

/** Small letters without the marks on them, digits, and the ends of fields and lines. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\n\t]+/gu, ' ')

function suggest(places: Places, address: string): Suggestion[] {
  const words = plain(address).split(/\s/).filter(Boolean)
  for (let from = Math.max(0, words.length - wordsAtTheEnd); from < words.length; from++) {
    const asked = words.slice(from).filter((word) => word !== 'india')
    if (asked.every((word) => word.length < 2)) return []
    const found = find(places, asked)
    if (found.length === 0) continue
    const street = streetIn(address, from)
    return found.map((line) => {
      const description = sayPlace(places.lines[line] ?? '')
      return {
        description: street ? `${street}, ${description}` : description,
        place_id: plain(description).trim().replaceAll(' ', '-'),
      }
    })
  }
  return []
}

/** Places called so, then those whose name begins so, then those that lie there; each in the order of the file. */
function find({ text, begins }: Places, asked: readonly string[]): number[] {
  const [first = ''] = asked
  const whole = asked.join(' ')
  const rarest = asked.reduce((a, b) => (b.length > a.length ? b : a))
  const called: number[] = []
  const named: number[] = []
  const there: number[] = []
  for (let at = text.indexOf(rarest); at !== -1; at = text.indexOf(rarest, at)) {
    const begin = text.lastIndexOf('\n', at)
    const end = text.indexOf('\n', at)
    const line = text.slice(begin + 1, end)
    if (asked.every((word) => line.includes(` ${word}`))) {
      const name = line.slice(0, line.indexOf('\t'))
      const isCalledSo = name === ` ${first}` || name === ` ${whole}`
      const kind = isCalledSo ? called : name.includes(` ${first}`) ? named : there
      if (kind.length < most) kind.push(lineAt(begins, begin))
      if (called.length === most) break
    }
    at = end
  }
  return [...called, ...named, ...there].slice(0, most)
}

function lineAt(begins: Int32Array, begin: number): number {
  let [low, high] = [0, begins.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((begins[middle] ?? 0) <= begin) low = middle
    else high = middle - 1
  }
  return low
}

/** "Mylapore, Chennai, Tamil Nadu 600004, India" */
function sayPlace(line: string): string {
  const [name = '', district = '', state = '', country = '', pin = ''] = line.split('\t')
  const parts = [name, district, pin ? `${state} ${pin}` : state, country || 'India']
  return parts.filter((part, index) => part !== '' && part !== parts[index - 1]).join(', ')
}

/** What was typed before the place, as it was typed. */
function streetIn(address: string, words: number): string {
  const before = new RegExp(`^(?:[^\\p{L}\\p{N}]*[\\p{L}\\p{M}\\p{N}]+){${words}}`, 'u').exec(address)
  return (before?.[0] ?? '').trim()
}
