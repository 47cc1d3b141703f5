import { fileTypeFromBuffer } from 'file-type'
import { limiter } from '../tasks/limiter.ts'
import { loadSharp } from './sharp.ts'

export type Jpeg = { bytes: Buffer; width: number; height: number }

/** 25 megapixels: what a phone's camera makes, and far less than a bomb. */
const mostPixels = 25e6
/** Every word on a label is still to be read. */
const longestSide = 4096
const quality = 82
const patience = { seconds: 10 }
/** Each takes some hundred megabytes for a moment. */
const inTurn = limiter(2)

/**
 * What somebody sent, as a JPEG of our own making: nothing of the file itself is kept, neither where it was taken nor
 * what was hidden behind it. Null if it is not a whole JPEG or PNG, whatever its name says.
 */
export async function asJpeg(bytes: Uint8Array): Promise<Jpeg | null> {
  // first, because the decoder would also take an SVG
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime !== 'image/jpeg' && type?.mime !== 'image/png') return null
  const sharp = await loadSharp()
  return inTurn(async () => {
    try {
      const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
        .rotate()
        .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .jpeg({ quality })
        .timeout(patience)
        .toBuffer({ resolveWithObject: true })
      return { bytes: data, width: info.width, height: info.height }
    } catch {
      return null
    }
  })
}
