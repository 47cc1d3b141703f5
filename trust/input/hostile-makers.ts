import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { aJpeg, aPng } from '#testing/makers/pictures.ts'

/** Stands in whatever is hidden in a file: it may be found nowhere after. */
export const canary = 'secret-canary'
export const html = Buffer.from(`<!doctype html><script>${canary}()</script>`)
export const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="200"><script>${canary}()</script><path d="M0 0L9 9"/></svg>`,
)

export const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
export const after = async (first: Promise<Buffer> | Buffer, then: Buffer | string): Promise<Buffer> =>
  Buffer.concat([await first, Buffer.from(then)])

/** A segment behind the start of a JPEG. */
export async function withSegment(marker: number, content: Buffer): Promise<Buffer> {
  const jpeg = await aJpeg()
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** The same picture, said to be of another size. */
export async function jpegSaying(width: number, height: number): Promise<Buffer> {
  const jpeg = Buffer.from(await aJpeg())
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5
  jpeg.writeUInt16BE(height, at)
  jpeg.writeUInt16BE(width, at + 2)
  return jpeg
}

export function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const headOfPng = 33

/** Chunks behind the head of a PNG. */
export async function withChunks(png: Promise<Buffer> | Buffer, chunks: readonly Buffer[]): Promise<Buffer> {
  const whole = await png
  return Buffer.concat([whole.subarray(0, headOfPng), ...chunks, whole.subarray(headOfPng)])
}

/** A text that is a few kilobytes packed and so many megabytes when it is not. */
export const packedText = (type: 'zTXt' | 'iCCP', megabytes: number): Buffer =>
  chunk(type, Buffer.concat([bytes('name\0\0'), deflateSync(Buffer.alloc(megabytes * 2 ** 20, 0x20))]))

/** A PNG that says of itself how large it is, and has nothing of it. */
export async function pngSaying(width: number, height: number): Promise<Buffer> {
  const png = Buffer.from(await aPng())
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** A JPEG that passes for a script: its first segment is as long as the letters of a comment say. */
export function scriptOfJpeg(): Buffer {
  const comment = bytes(`*/=1;${canary}();/*`)
  return Buffer.concat([
    bytes('\xff\xd8\xff\xe0/*'),
    Buffer.alloc(0x2f2a - 4),
    bytes('\xff\xfe\0\x20'),
    comment,
  ])
}

export const gifScript = bytes(`GIF89a/*\x01\x00\x01\x00*/=1;${canary}();//`)

/** An archive of one file of zeros, as its tables tell it. */
export function zip(megabytes = 0): Buffer {
  const [name, content] = [bytes('a.html'), Buffer.alloc(megabytes * 2 ** 20 || 9, 0x20)]
  const packed = deflateSync(content).subarray(2, -4)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([bytes('PK\x03\x04'), common, name, packed])
  const entry = Buffer.concat([bytes('PK\x01\x02\x14\0'), common, Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

export const inFormat = async (format: 'webp' | 'tiff' | 'gif' | 'avif'): Promise<Buffer> =>
  sharp(await aPng())
    .toFormat(format)
    .toBuffer()

/** Where and by what it was taken. */
export const telling = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#b33' } })
    .withExif({ IFD0: { Software: canary }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 4/1 30/1' } })
    .jpeg()
    .toBuffer()

/** What would be drawn a million times over, were its entities filled in. */
export const entities = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'x'.repeat(99)}">${Array.from(
    { length: 8 },
    (_, at) => `<!ENTITY ${'bcdefghi'[at]} "${`&${'abcdefgh'[at]};`.repeat(10)}">`,
  ).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&i;</text></svg>`,
)
