import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Font } from '@react-pdf/renderer'

const folder = dirname(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-tamil/package.json'),
)

/** One font for everything that is written: Latin, the rupee sign and Tamil. */
export const fontFamily = 'Noto Sans Tamil'

Font.register({
  family: fontFamily,
  fonts: [
    { src: join(folder, '400Regular/NotoSansTamil_400Regular.ttf'), fontWeight: 400 },
    { src: join(folder, '600SemiBold/NotoSansTamil_600SemiBold.ttf'), fontWeight: 600 },
  ],
})
// words are never cut: an id broken over two lines is read wrongly
Font.registerHyphenationCallback((word) => [word])
