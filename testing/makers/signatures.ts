import sharp from 'sharp'
import { signatureSize } from '#domain/donors/signing.ts'

/** A line drawn by a hand on nothing, as the canvas of the consent form gives it. */
export const aSignature = (size: { width: number; height: number } = signatureSize): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">` +
        '<path d="M40 140 C 90 20, 130 20, 150 120 S 230 180, 260 90 S 360 40, 380 120 S 430 150, 460 80" ' +
        'fill="none" stroke="#1c1a18" stroke-width="5" stroke-linecap="round"/></svg>',
    ),
  )
    .png()
    .toBuffer()

/** Nothing was drawn on it. */
export const anEmptySignature = (): Promise<Buffer> =>
  sharp({ create: { ...signatureSize, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
