import { Document, Image, Page, renderToBuffer } from '@react-pdf/renderer'
import { createElement as h } from 'react'

/** A JPEG, as the platform makes it. */
export type Picture = { bytes: Uint8Array; width: number; height: number }

/** One page of A4, upright or across as the picture is, with the picture as large as fits. The JPEG is not touched. */
export const picturePdf = ({ bytes, width, height }: Picture): Promise<Buffer> =>
  renderToBuffer(
    h(
      Document,
      null,
      h(
        Page,
        { size: 'A4', orientation: width > height ? 'landscape' : 'portrait', style: page, wrap: false },
        // its cache would keep the last thirty pictures in memory
        h(Image, { src: { data: Buffer.from(bytes), format: 'jpg' }, style: whole, cache: false }),
      ),
    ),
  )

const page = { padding: 36 }
const whole = { width: '100%', height: '100%', objectFit: 'contain' } as const
