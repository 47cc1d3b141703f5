import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type ReadPdf = {
  pages: number
  /** Of all pages, words parted by single blanks. */
  text: string
  /** The same, page by page. */
  texts: string[]
  /** In points, of the first page. */
  size: [width: number, height: number]
}

/** Opens a PDF as a reader would. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const pdf = await reading.promise
  const texts: string[] = []
  let size: ReadPdf['size'] = [0, 0]
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    if (number === 1) {
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view
      size = [Math.round(right - left), Math.round(top - bottom)]
    }
    const { items } = await page.getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  const { numPages: pages } = pdf
  await reading.destroy()
  const words = texts.map((text) => text.replaceAll(/\s+/g, ' '))
  return { pages, text: words.join(' '), texts: words, size }
}

/** The fonts inside it, and whether each comes with its letters. */
export function fontsIn(bytes: Uint8Array): { name: string; isEmbedded: boolean }[] {
  const file = Buffer.from(bytes).toString('latin1')
  return [...file.matchAll(/<<[^<>]*\/Type \/FontDescriptor[\s\S]*?>>/g)].map(([descriptor]) => ({
    name: /\/FontName \/(\S+)/.exec(descriptor)?.[1] ?? '',
    isEmbedded: /\/FontFile[23]? \d+ 0 R/.test(descriptor),
  }))
}

/** Words that are said beside what is drawn, for a search (ActualText). */
export const wordsSaidIn = (pdf: Buffer): string[] =>
  contentsOf(pdf.toString('latin1')).flatMap((content) =>
    [...content.matchAll(/\/ActualText <feff([0-9a-f]+)>/g)].map(([, hex = '']) =>
      Buffer.from(hex, 'hex').swap16().toString('utf16le'),
    ),
  )

/** What is packed inside it, by the length told: the last byte may look like the end of a line. */
export const contentsOf = (file: string): string[] =>
  [...file.matchAll(/\/Length (\d+)[\s\S]*?stream\r?\n/g)].flatMap(({ 0: head, 1: length, index }) => {
    const start = index + head.length
    try {
      return [
        inflateSync(Buffer.from(file.slice(start, start + Number(length)), 'latin1')).toString('latin1'),
      ]
    } catch {
      return []
    }
  })
