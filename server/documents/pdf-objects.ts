/** It is not written as the format wants it, or costs more than any invoice: nobody can say what is in it. */
export class Unreadable extends Error {}

/** How much may be read in all, counted in bytes: objects that lie in one another would be read again and again. */
export type Budget = { left: number }

export type PdfObject = {
  /** Behind it. */
  end: number
  /** Of a dictionary: what it says of a stream behind it, or of what it does, as it is written. */
  entries: ReadonlyMap<string, string>
}

export type Tell = (name: string, isInList: boolean) => void

/** Reads the object that begins there (ISO 32000, 7.3) and tells each name in it, as a reader understands it. */
export function readObject(bytes: Buffer, from: number, budget: Budget, tell: Tell): PdfObject {
  const entries = new Map<string, string>()
  const open: ('[' | '<<')[] = []
  let entry: { key: string; from: number; isBegun: boolean } | null = null
  let at = from
  do {
    const { kind, text, start, end } = tokenAt(bytes, at, budget)
    if (open.length > deepest) throw new Unreadable('it goes deeper and deeper')
    at = end
    if (kind === 'name') tell(text, open.at(-1) === '[')
    if (open.length === 1 && open[0] === '<<') noteEntry(kind, text, start, end)
    nest(open, kind, text)
  } while (open.length > 0)
  return { end: at, entries }

  /** Every other one is a key, wherever a value is one token or what stands between brackets. */
  function noteEntry(kind: Token['kind'], text: string, start: number, end: number): void {
    if (kind === 'name' && (entry === null || entry.isBegun)) {
      close(start)
      entry = { key: text, from: end, isBegun: false }
    } else if (kind === 'close') close(start)
    else if (entry === null) throw new Unreadable('a value without a key')
    else entry.isBegun = true
  }

  function close(end: number): void {
    if (entry === null) return
    const { key, from } = entry
    // which of two counts is a matter of the reader
    if (entries.has(key)) throw new Unreadable(`${key} twice`)
    if (noted.has(key)) entries.set(key, trimmed(bytes.toString('latin1', from, Math.min(end, from + 200))))
    entry = null
  }
}

/** Follows what is open, and lets nothing in that a reader may take otherwise. */
function nest(open: ('[' | '<<')[], kind: Token['kind'], text: string): void {
  if (kind === 'open') open.push(text as '[' | '<<')
  else if (kind === 'close') {
    const opened = open.pop()
    if (closing[text] !== opened) throw new Unreadable(`${text} closes ${opened ?? 'nothing'}`)
  } else if (kind === 'end' || (kind === 'word' && open.length > 0 && !plainWord.test(text))) {
    throw new Unreadable(`${text || 'its end'} in an object`)
  }
}

const deepest = 200
const closing: Readonly<Record<string, string>> = { ']': '[', '>>': '<<' }
/** Of streams, the last two short for the two before them, which most readers take anywhere; and of actions. */
const noted = new Set(['First', 'N', 'Filter', 'DecodeParms', 'F', 'DP', 'OpenAction', 'S', 'Next'])
/** Some readers end a list at a word they do not know, and read on as if it were closed. */
const plainWord = /^(?:[-+.\d][-+.\deE]*|true|false|null|R)$/

type Token = {
  kind: 'name' | 'word' | 'string' | 'open' | 'close' | 'end'
  text: string
  start: number
  end: number
}

/** The next token from there on; comments and blanks are passed over. */
export function tokenAt(bytes: Buffer, from: number, budget: Budget): Token {
  const start = skipBlanks(bytes, from)
  const token = (kind: Token['kind'], end: number, text = bytes.toString('latin1', start, end)): Token => {
    spend(budget, end - from)
    return { kind, text, start, end }
  }
  const [first, second] = [bytes[start], bytes[start + 1]]
  if (first === undefined) return token('end', start)
  switch (String.fromCharCode(first)) {
    case '/': {
      const end = skipRegular(bytes, start + 1)
      return token('name', end, nameOf(bytes.toString('latin1', start + 1, end)))
    }
    case '(':
      return token('string', stringEnd(bytes, start), '')
    case '<': {
      if (second === first) return token('open', start + 2)
      const end = bytes.indexOf('>', start)
      if (end === -1) throw new Unreadable('a string without its end')
      return token('string', end + 1, '')
    }
    case '>':
      if (second === first) return token('close', start + 2)
      throw new Unreadable('a lone >')
    case '[':
      return token('open', start + 1)
    case ']':
      return token('close', start + 1)
    case ')':
    case '{':
    case '}':
      throw new Unreadable('a bracket that is none')
    default:
      return token('word', skipRegular(bytes, start))
  }
}

/** A letter may be written by its number: /J#61vaScript. Some readers end a name at a zero, or at a byte that is odd. */
function nameOf(written: string): string {
  if (/[\x80\xff]/.test(written)) throw new Unreadable('a name that may end in two places')
  if (!written.includes('#')) return written
  if (/#(?![0-9a-f]{2})|#00/i.test(written)) throw new Unreadable('half a letter in a name')
  return written.replaceAll(/#(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function stringEnd(bytes: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === backslash) at++
    else if (byte === opening) depth++
    else if (byte === ending && --depth === 0) return at + 1
  }
  throw new Unreadable('a string without its end')
}

const [opening, ending, backslash, percent] = [0x28, 0x29, 0x5c, 0x25]

/** The first letters of it that are no blank, comment or bracket. */
export function firstWord(bytes: Buffer): string {
  const start = skipBlanks(bytes, 0)
  return bytes.toString('latin1', start, skipRegular(bytes, start))
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    while (isBlank(bytes[at])) at++
    if (bytes[at] !== percent) return at
    while (at < bytes.length && !isLineEnd(bytes[at])) at++
  }
}

/** Behind blanks, comments and the bytes that one much used reader takes for blanks (Chromium's). */
export function skipOdd(bytes: Buffer, from: number, budget: Budget): number {
  let at = skipBlanks(bytes, from)
  while (isOdd(bytes[at])) at = skipBlanks(bytes, at + 1)
  spend(budget, at - from)
  return at
}

function spend(budget: Budget, read: number): void {
  budget.left -= read
  if (budget.left < 0) throw new Unreadable('it goes on and on')
}

function skipRegular(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && !isBlank(bytes[at]) && !isDelimiter[bytes[at] ?? 0]) at++
  return at
}

const isLineEnd = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d
export const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0c || byte === 0x00 || isLineEnd(byte)
export const isOdd = (byte: number | undefined): boolean => byte === 0x80 || byte === 0xff
/** Of blanks as the format knows them, which are fewer than those of a text. */
const trimmed = (text: string): string => text.replaceAll(/^[\0\t\n\f\r ]+|[\0\t\n\f\r ]+$/g, '')
const isDelimiter = Array.from({ length: 256 }, (_, byte) => '()<>[]{}/%'.includes(String.fromCharCode(byte)))
