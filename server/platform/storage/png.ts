import { fileTypeFromBuffer } from 'file-type'
import { loadSharp } from './sharp.ts'

type Size = { readonly width: number; readonly height: number }

const patience = { seconds: 5 }
/** Darker than this is ink. */
const ink = 128

/**
 * A drawing on white, as a PNG of our own making: nothing of the file itself is kept. Null if it is not a whole PNG of
 * that size; `isBlank` if nothing is drawn on it.
 */
export async function asDrawing(
  bytes: Uint8Array,
  { width, height }: Size,
): Promise<{ bytes: Buffer; isBlank: boolean } | null> {
  // first, because the decoder would also take an SVG
  if ((await fileTypeFromBuffer(bytes))?.mime !== 'image/png') return null
  const sharp = await loadSharp()
  try {
    const sent = sharp(bytes, { limitInputPixels: width * height, failOn: 'error' })
    const size = await sent.metadata()
    if (size.width !== width || size.height !== height) return null
    const drawn = sent.flatten({ background: '#fff' }).toColourspace('srgb')
    const png = await drawn.png({ compressionLevel: 9 }).timeout(patience).toBuffer()
    const { channels } = await sharp(png).greyscale().stats()
    return { bytes: png, isBlank: (channels[0]?.min ?? 255) >= ink }
  } catch {
    return null
  }
}
