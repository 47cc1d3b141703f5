import { describe, expect, test } from 'vitest'
import { contentsOf, readPdf } from '#testing/harness/pdf-text.ts'
import { aJpeg } from '#testing/makers/pictures.ts'
import { picturePdf } from './picture-pdf.ts'

const pdfOf = async (size: { width: number; height: number }) =>
  picturePdf({ bytes: await aJpeg(size), ...size })

describe('UPDATEDB-12 UPDATEDB-13 AMB-100 a picture as a PDF', () => {
  test.each([
    ['upright', { width: 300, height: 400 }, [595, 842]],
    ['across', { width: 400, height: 300 }, [842, 595]],
  ])('has one page of A4, %s', async (_, of, size) => {
    expect(await readPdf(await pdfOf(of))).toMatchObject({ pages: 1, size })
  })

  test('holds the JPEG byte for byte', async () => {
    const size = { width: 400, height: 300 }
    const bytes = await aJpeg(size)
    const pdf = await picturePdf({ bytes, ...size })
    expect(pdf.includes(bytes)).toBe(true)
    expect(pdf.toString('latin1')).toMatch(/\/Width 400\s+\/Height 300/)
  })

  test.each([
    ['as wide as the page allows', { width: 2000, height: 2100 }],
    ['as high as the page allows', { width: 100, height: 2000 }],
    ['a small one is enlarged', { width: 20, height: 20 }],
  ])('is drawn inside the margins, in the middle, in its proportions: %s', async (_, size) => {
    const drawn = contentsOf((await pdfOf(size)).toString('latin1')).join()
    // the page is turned upside down first, so the height is told as its negative, from below
    const [w = 0, down = 0, x = 0, bottom = 0] = (
      /([\d.]+) 0 0 (-[\d.]+) ([\d.]+) ([\d.]+) cm\s+\/I\d+ Do/.exec(drawn) ?? []
    )
      .slice(1)
      .map(Number)
    expect(w / -down).toBeCloseTo(size.width / size.height, 1)
    expect(2 * x + w).toBeCloseTo(595.28, 0)
    expect(2 * bottom + down).toBeCloseTo(841.89, 0)
    expect(Math.min(x, bottom + down)).toBeCloseTo(36, 0)
  })
})
