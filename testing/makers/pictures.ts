import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { InputOf, Route } from '#contract/route.ts'
import type { Client } from '../harness/client.ts'

type Look = { width?: number; height?: number; colour?: string }

const plain = ({ width = 64, height = 48, colour = '#b33' }: Look) =>
  sharp({ create: { width, height, channels: 3, background: colour } })

/** Small pictures of one colour, as a camera and as a screen makes them. */
export const aJpeg = (look: Look = {}): Promise<Buffer> => plain(look).jpeg().toBuffer()
export const aPng = (look: Look = {}): Promise<Buffer> => plain(look).png().toBuffer()

/** Says where it was taken and by what, as a phone's do; and lies on its side. */
export const aTellingJpeg = (look: Look = {}): Promise<Buffer> =>
  plain(look)
    .withExif({
      IFD0: { Make: 'Canary Phones', Software: 'secret-canary' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 4/1 30/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A PNG of a few kilobytes to whoever looks at it, and of everything to whoever opens it. */
export function aBomb(megapixels: number): Buffer {
  const [width, height] = [10_000, megapixels * 100]
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // one bit a pixel, grey
  head.set([1, 0, 0, 0, 0], 8)
  // each line begins with its filter
  const lines = Buffer.alloc((1 + width / 8) * height)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The least that a reader of PDF opens: one empty page. */
export function aPdf(says = 'invoice'): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Says (${says}) >>`,
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  return Buffer.from(`%PDF-1.4\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`)
}

/** Sends bytes to a route that takes a file: what is not in its path stands in the query. */
export function send<R extends Route>(client: Client, row: R, input: InputOf<R>, bytes: Uint8Array) {
  const rest = { ...(input as Record<string, unknown>) }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams(rest as Record<string, string>)
  return client.raw(row.method, `${path}?${query}`, { body: bytes })
}
