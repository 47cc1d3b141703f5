import { inflateSync } from 'node:zlib'
import { type PdfTrouble, troubleNamed } from '#domain/basics/pdf-content.ts'
import {
  type Budget,
  firstWord,
  isBlank,
  isOdd,
  type PdfObject,
  readObject,
  skipOdd,
  type Tell,
  tokenAt,
  Unreadable,
} from './pdf-objects.ts'

/**
 * What a PDF has that an invoice needs not. Every object that the file holds is read, and not those alone to which its
 * tables lead: a reader that finds the tables broken looks for objects too, and an older state may be brought back.
 * Null if it only shows pages. Takes the processor: not for the main thread.
 */
export function lookIntoPdf(pdf: Uint8Array): PdfTrouble | null {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  let found: PdfTrouble | null = null
  const names = new Set<string>()
  const tell: Tell = (name, isInList) => {
    if (name === 'Catalog' || name === 'Page') names.add(name)
    found ??= troubleNamed(name, isInList)
  }
  try {
    if (!isWholePdf(bytes) || isArchive(bytes)) return 'unreadable'
    const opening = openings()
    readAll(bytes, tell, opening.note)
    if (opening.isAct()) found ??= 'automatic'
  } catch {
    // whatever it trips over, nobody can say what is in it
    return found ?? 'unreadable'
  }
  return found ?? (names.size === 2 ? null : 'unreadable')
}

/** It begins as one with its first byte and has nothing behind its end, so that it is nothing else as well. */
function isWholePdf(bytes: Buffer): boolean {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 1024))
  return bytes.subarray(0, 5).equals(Buffer.from('%PDF-')) && /%%EOF[\s\0]*$/.test(end)
}

/** An archive is read from its end, and may have anything before it and, as a comment of up to 64 KB, behind it. */
const isArchive = (bytes: Buffer): boolean => bytes.subarray(-(0xffff + 22)).includes('PK\x05\x06')

const timesOver = 3
/** The objects of an invoice take some hundred kilobytes; a bomb takes gigabytes. */
const mostUnpacked = 32 * 1024 * 1024
/** Each has some hundred objects. */
const mostStreams = 5_000

type Room = { left: number; streams: number }

function readAll(bytes: Buffer, tell: Tell, note: Note): void {
  const budget: Budget = { left: timesOver * bytes.length }
  const room: Room = { left: mostUnpacked, streams: mostStreams }
  for (const start of startsIn(bytes, budget)) {
    const object = readObject(bytes, start, budget, tell)
    note(object, numberBefore(bytes, start))
    const { kind, text, end } = tokenAt(bytes, skipOdd(bytes, object.end, budget), budget)
    if (kind !== 'word' || !text.startsWith('stream')) continue
    if (object.entries.has('F'))
      throw new Unreadable('a stream that lies elsewhere, or is packed in an odd way')
    if (!mayPack(object)) continue
    const before = room.left
    const inside = contentOf(bytes, end, object, room)
    budget.left += timesOver * (before - room.left)
    for (const { at, number } of startsInside(inside, object)) {
      const packed = readObject(inside, skipOdd(inside, at, budget), budget, tell)
      note(packed, number)
      if (tokenAt(inside, skipOdd(inside, packed.end, budget), budget).text.startsWith('stream'))
        throw new Unreadable('a stream in a stream')
    }
  }
}

/** Where objects begin: behind each `1 0 obj`, be it in a stream or a string, and the trailers. */
function* startsIn(bytes: Buffer, budget: Budget): Generator<number> {
  for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 3)) {
    if (isHead(bytes, at) && !isLetter(bytes[at + 3])) yield skipOdd(bytes, at + 3, budget)
  }
  for (let at = bytes.indexOf('trailer'); at !== -1; at = bytes.indexOf('trailer', at + 7)) {
    const start = skipOdd(bytes, at + 7, budget)
    if (tokenAt(bytes, start, budget).kind === 'open') yield start
  }
}

/** A number stands before it, or a line that may be a comment behind a number. */
function isHead(bytes: Buffer, at: number): boolean {
  let before = at - 1
  let isNewLine = false
  for (; isBlank(bytes[before]) || isOdd(bytes[before]); before--)
    isNewLine ||= bytes[before] === 0x0a || bytes[before] === 0x0d
  return isNewLine || ofNumbers.test(String.fromCharCode(bytes[before] ?? 0))
}

/** `1 0. obj` is read as well. */
const ofNumbers = /[-+.\d]/
const isLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

/** Whether objects may be packed in a stream (7.5.7). Readers do not ask for its type, and some not for `First`. */
const mayPack = ({ entries }: PdfObject): boolean => entries.has('First') || entries.has('N')

function contentOf(bytes: Buffer, from: number, { entries }: PdfObject, room: Room): Buffer {
  if (--room.streams < 0) throw new Unreadable('it is packed without end')
  const lineEnd = /^\r?\n/.exec(bytes.toString('latin1', from, from + 2))?.[0]
  if (!lineEnd) throw new Unreadable('a stream without a line of its own')
  const content = bytes.subarray(from + lineEnd.length)
  const filter = entries.get('Filter')?.replaceAll(/[[\]\0\t\n\f\r ]/g, '')
  if (filter === undefined) return content
  // as every program packs them; what is packed otherwise is not worth a reader of our own
  if (filter !== '/FlateDecode' || entries.has('DecodeParms') || entries.has('DP'))
    throw new Unreadable('packed in an odd way')
  // it tells its own end; the length that is told may be a lie
  const inside = inflateSync(content, { maxOutputLength: room.left })
  room.left -= inside.length
  return inside
}

/** Number and place of each stand before the first. */
function startsInside(inside: Buffer, { entries }: PdfObject): { at: number; number: string }[] {
  const [first, count] = [entries.get('First'), entries.get('N') ?? '']
  if (first === undefined) {
    // a profile of colours has an N as well
    if (/^\d+$/.test(firstWord(inside))) throw new Unreadable('packed without saying where')
    return []
  }
  const isSmall = /^\d{1,7}$/.test(first) && /^\d{1,5}$/.test(count) && Number(first) <= 24 * Number(count)
  if (!isSmall) throw new Unreadable('packed without a count')
  const table = inside.toString('latin1', 0, Number(first)).match(/[^\0\t\n\f\r ]+/g) ?? []
  if (table.length !== 2 * Number(count) || !table.every((number) => /^\d{1,8}$/.test(number))) {
    throw new Unreadable('packed with a wrong count')
  }
  return table.flatMap((number, index) =>
    index % 2 === 0 ? [{ number, at: Number(first) + Number(table[index + 1]) }] : [],
  )
}

type Note = (object: PdfObject, number: string | null) => void

/** Its own number, or null where its head is odd or it is a trailer. */
const numberBefore = (bytes: Buffer, start: number): string | null =>
  /(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*obj[\0\t\n\f\r ]*$/.exec(
    bytes.toString('latin1', Math.max(0, start - 60), start),
  )?.[1] ?? null

/** `<< /S /GoTo /D … >>` as programs write it. What could be read otherwise is none. */
const isPlace = (written: string): boolean => {
  const plain = written.replaceAll(/<[\da-f\s]*>/gi, '')
  const isOdd = /[#%]|\/Next\b|\/S\b.*\/S\b/s.test(plain)
  return !isOdd && /^<<[^<>]*\/S\s*\/GoTo\b[^<>]*>>$/.test(plain)
}

/** Whether it does something by itself when it is opened, beyond going to one of its pages (ruling AMB-270). */
function openings() {
  const begun: string[] = []
  const acts: { number: string | null; isAct: boolean }[] = []
  const note: Note = ({ entries }, number) => {
    const opens = entries.get('OpenAction')
    if (opens !== undefined) begun.push(opens)
    const kind = entries.get('S')
    if (kind !== undefined) acts.push({ number, isAct: kind !== '/GoTo' || entries.has('Next') })
  }
  const isAct = () =>
    begun.some((opens) => {
      if (opens.startsWith('[')) return false
      const number = /^(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R$/.exec(opens)?.[1]
      if (number === undefined) return !isPlace(opens)
      return acts.some((one) => one.isAct && (one.number ?? number) === number)
    })
  return { note, isAct }
}
