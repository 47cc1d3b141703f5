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

for (const subset of subsets) {
  Font.register({
    family: `Noto ${subset}`,
    fonts: [400, 600].map((fontWeight) => {
      const woff = readFileSync(join(folder, `noto-sans-tamil-${subset}-${fontWeight}-normal.woff`))
      return { src: `data:font/ttf;base64,${unpackWoff(woff).toString('base64')}`, fontWeight }
    }),
  })
}
// words are never cut: an id broken over two lines is read wrongly
Font.registerHyphenationCallback((word) => [word])

/** Latin first, then what it lacks: the rupee's sign, Tamil. Each glyph is taken from the first that has it. */
export const fontFamily = subsets.map((subset) => `Noto ${subset}`)
