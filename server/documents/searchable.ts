import { deflateSync, inflateSync } from 'node:zlib'

/**
 * The same PDF with its Tamil words said as they are written. Some vowel signs stand before the letter they follow
 * (கை is drawn as ை and then க), and a reader that takes the glyphs for the text would not find the word. Each such
 * word tells its letters beside its glyphs (ISO 32000, 14.9.4 ActualText).
 */
export function searchable(pdf: Buffer): Buffer {
  const file = partsOf(pdf)
  const letters = lettersOf(file)
  const pages = [...file.objects.values()].flatMap((object) => {
    const id = /\/Contents (\d+) 0 R/.exec(object.toString('latin1'))?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  for (const id of pages) {
    const content = streamIn(file.objects.get(id))?.toString('latin1')
    if (content !== undefined) file.objects.set(id, streamOf(withWords(content, letters)))
  }
  return written(file)
}

type Parts = { objects: Map<number, Buffer>; trailer: string }
/** What each glyph stands for, by the name of its font in the pages. */
type Letters = Map<string, ReadonlyMap<string, string>>

function partsOf(pdf: Buffer): Parts {
  const text = pdf.toString('latin1')
  const tableAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const lines = [...text.slice(tableAt).matchAll(/^(\d{10}) \d{5} ([nf])/gm)]
  const starts = lines.flatMap(([, at, kind], id) => (kind === 'n' ? [{ id, at: Number(at) }] : []))
  const inOrder = starts.toSorted((one, other) => one.at - other.at)
  const objects = new Map(
    inOrder.map(({ id, at }, index) => [id, pdf.subarray(at, inOrder[index + 1]?.at ?? tableAt)]),
  )
  const trailer = /trailer\s+<<([\s\S]*?)>>\s+startxref/.exec(text.slice(tableAt))?.[1] ?? ''
  return { objects, trailer }
}

function lettersOf({ objects }: Parts): Letters {
  const found: Letters = new Map()
  for (const object of objects.values()) {
    // what is packed may look like anything
    if (object.includes('stream\n')) continue
    for (const [, name = '', font] of object.toString('latin1').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(font))?.toString('latin1') ?? '')?.[1]
      const table = map && streamIn(objects.get(Number(map)))?.toString('latin1')
      if (table) found.set(name, glyphsIn(table))
    }
  }
  return found
}

function glyphsIn(table: string): Map<string, string> {
  const glyphs = new Map<string, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      glyphs.set(glyph, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    }
  }
  return glyphs
}

const withWords = (content: string, letters: Letters): string =>
  content.replaceAll(/^BT\n[\s\S]*?^ET$/gm, (shown) => {
    const glyphs = letters.get(/\/(F\d+) [\d.]+ Tf/.exec(shown)?.[1] ?? '')
    if (!glyphs) return shown
    const drawn = [...shown.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const word = drawn.map((glyph) => glyphs.get(glyph.toLowerCase()) ?? '')
    if (!word.some(isBefore)) return shown
    const said = Buffer.from(`\ufeff${asWritten(word)}`, 'utf16le')
      .swap16()
      .toString('hex')
    return `/Span <</ActualText <${said}>>> BDC\n${shown}\nEMC`
  })

/** e, ee and ai. */
const isBefore = (sign: string): boolean => /^[\u0bc6-\u0bc8]$/.test(sign)

/** Each sign behind the letter it was drawn before; with what stood behind that letter it may become one sign. */
function asWritten(drawn: readonly string[]): string {
  const written: string[] = []
  for (let at = 0; at < drawn.length; at++) {
    const [sign = '', letter] = [drawn[at], drawn[at + 1]]
    if (isBefore(sign) && letter !== undefined) {
      written.push(letter, sign)
      at++
    } else written.push(sign)
  }
  return written.join('').normalize('NFC')
}

function streamIn(object: Buffer | undefined): Buffer | undefined {
  const text = object?.toString('latin1') ?? ''
  const from = /stream\r?\n/.exec(text)
  const length = Number(/\/Length (\d+)/.exec(text)?.[1])
  if (!object || !from || Number.isNaN(length)) return undefined
  const start = from.index + from[0].length
  return inflateSync(object.subarray(start, start + length))
}

/** Without its number, which the writer sets before it. */
function streamOf(content: string): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  return Buffer.concat([
    Buffer.from(`0 0 obj\n<<\n/Length ${packed.length}\n/Filter /FlateDecode\n>>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}

function written({ objects, trailer }: Parts): Buffer {
  // the second line tells programs that this is not plain text
  const parts = [Buffer.from('%PDF-1.4\n%\xff\xff\xff\xff\n', 'latin1')]
  const starts = new Map<number, number>()
  let at = parts[0]?.length ?? 0
  for (const [id, object] of objects) {
    const body = object.subarray(object.indexOf(' 0 obj'))
    const part = Buffer.concat([Buffer.from(String(id)), body])
    starts.set(id, at)
    parts.push(part)
    at += part.length
  }
  const count = Math.max(...objects.keys()) + 1
  const table = Array.from({ length: count }, (_, id) => {
    const start = starts.get(id)
    return start === undefined ? '0000000000 65535 f \n' : `${String(start).padStart(10, '0')} 00000 n \n`
  })
  parts.push(
    Buffer.from(`xref\n0 ${count}\n${table.join('')}trailer\n<<${trailer}>>\nstartxref\n${at}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}
