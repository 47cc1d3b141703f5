import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { quickest } from '#testing/harness/quickest.ts'
import { aBomb, aJpeg, aPdf, aPng, aTellingJpeg } from '#testing/makers/pictures.ts'
import { asJpeg } from './images.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const html = '<!doctype html><script>alert(1)</script>'
const exe = Buffer.concat([Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'), Buffer.alloc(500)])

describe('what is kept', () => {
  test.each([
    ['a JPEG', () => aJpeg({ width: 80, height: 60 })],
    ['a PNG', () => aPng({ width: 80, height: 60 })],
  ])('IMAGES-07 IMAGES-08 AMB-106 of %s is a JPEG of the same size', async (_, make) => {
    const kept = await asJpeg(await make())
    expect(kept).toMatchObject({ width: 80, height: 60 })
    expect(await sharp(kept?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 80,
      height: 60,
      space: 'srgb',
    })
  })

  test('T50 of where and with what it was taken nothing is kept, and it stands upright', async () => {
    const telling = await aTellingJpeg({ width: 80, height: 60 })
    expect(telling.toString('latin1')).toContain('canary')
    expect((await sharp(telling).metadata()).exif).toBeDefined()
    const kept = await asJpeg(telling)
    const { exif, icc, iptc, xmp, orientation } = await sharp(kept?.bytes).metadata()
    expect({ exif, icc, iptc, xmp, orientation }).toEqual({
      exif: undefined,
      icc: undefined,
      iptc: undefined,
      xmp: undefined,
      orientation: undefined,
    })
    expect(kept?.bytes.toString('latin1')).not.toMatch(/canary|Exif|GPS/i)
    expect(kept).toMatchObject({ width: 60, height: 80 })
  })

  test('T50 nor of what was hidden behind it', async () => {
    const carrier = Buffer.concat([await aJpeg(), Buffer.from(html)])
    expect((await asJpeg(carrier))?.bytes.toString('latin1')).not.toContain('script')
  })

  test('what one can see through becomes white, and grey becomes three colours', async () => {
    const clear = await sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    const kept = await asJpeg(clear)
    expect([...(await sharp(kept?.bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
    const grey = await sharp(await aPng())
      .toColourspace('b-w')
      .png()
      .toBuffer()
    expect((await sharp((await asJpeg(grey))?.bytes).metadata()).channels).toBe(3)
  })

  test('a picture of a large camera is made smaller', async () => {
    const kept = await asJpeg(await aJpeg({ width: 5712, height: 4284 }))
    expect(kept).toMatchObject({ width: 4096, height: 3072 })
  })
})

describe('what is refused', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('just words')],
    ['an SVG', Buffer.from(svg)],
    ['an SVG after an XML head', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['HTML', Buffer.from(html)],
    ['a program', exe],
    ['a PDF', aPdf()],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['the head of a PNG and a program', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), exe])],
    [
      'the head of a JPEG and HTML',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
    ],
    ['noise', Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7919) % 256))],
  ])('IMAGES-08 T50 %s', async (_, bytes) => {
    expect(await asJpeg(bytes)).toBeNull()
  })

  test.each(['webp', 'tiff', 'gif', 'avif'] as const)('AMB-106 a picture in %s', async (format) => {
    expect(
      await asJpeg(
        await sharp(await aPng())
          .toFormat(format)
          .toBuffer(),
      ),
    ).toBeNull()
  })

  test.each([0.05, 0.3, 0.6, 0.95])('X24 one that was cut after %d of its length', async (share) => {
    const noisy = sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
    for (const whole of [await noisy.clone().jpeg().toBuffer(), await noisy.clone().png().toBuffer()]) {
      expect(await asJpeg(whole.subarray(0, Math.floor(whole.length * share)))).toBeNull()
      expect(await asJpeg(whole)).not.toBeNull()
    }
  })

  test('T51 X25 a bomb of 100 megapixels is not opened', async () => {
    const bomb = aBomb(100)
    expect(bomb.length).toBeLessThan(100_000)
    expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({
      width: 10_000,
      height: 10_000,
    })
    // a small one of the same making is opened
    expect(await asJpeg(aBomb(1))).toMatchObject({ width: 4096 })
    expect(await quickest(async () => expect(await asJpeg(bomb)).toBeNull())).toBeLessThan(500)
  })
})

test('T51 more at once than there is room for wait their turn, and all are served', async () => {
  const png = await aPng({ width: 400, height: 300 })
  const kept = await Promise.all(
    Array.from({ length: 9 }, (_, at) => asJpeg(at % 3 === 0 ? Buffer.from(svg) : png)),
  )
  expect(kept.map((one) => one?.width ?? null)).toEqual([null, 400, 400, null, 400, 400, null, 400, 400])
})
