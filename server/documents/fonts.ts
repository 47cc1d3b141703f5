import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Font } from '@react-pdf/renderer'
import { unpackWoff } from './woff.ts'

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-tamil/package.json')),
  'files',
)
const subsets = ['latin', 'latin-ext', 'tamil'] as const

for (const [at, subset] of subsets.entries()) {
  Font.register({
    family: `Noto ${subset}`,
    fonts: [400, 600].map((fontWeight) => {
      const woff = readFileSync(join(folder, `noto-sans-tamil-${subset}-${fontWeight}-normal.woff`))
      const font = withOwnName(unpackWoff(woff), at)
      return { src: `data:font/ttf;base64,${font.toString('base64')}`, fontWeight }
    }),
  })
}
// words are never cut: an id broken over two lines is read wrongly
Font.registerHyphenationCallback((word) => [word])

/** Latin first, then what it lacks: the rupee's sign, Tamil. Each glyph is taken from the first that has it. */
export const fontFamily = subsets.map((subset) => `Noto ${subset}`)

/**
 * The three parts of the font share one name, by which the PDF is told whether it has a font already: at every turn
 * from one part to another it would be embedded once more, some hundred times on a page of Tamil and Latin.
 */
function withOwnName(font: Buffer, at: number): Buffer {
  const own = Buffer.from(font)
  for (const name of ['NotoSansTamil-Regular', 'NotoSansTamil-SemiBold']) {
    const [wide, narrow] = [Buffer.from(name, 'utf16le').swap16(), Buffer.from(name, 'latin1')]
    // of its own length, so that nothing else moves
    for (const letters of [wide, narrow])
      for (let from = own.indexOf(letters); from !== -1; from = own.indexOf(letters, from + 1))
        own[from + letters.length - 1] = String(at + 1).charCodeAt(0)
  }
  return own
}
