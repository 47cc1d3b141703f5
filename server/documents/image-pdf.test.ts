import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aJpeg } from '#testing/makers/pictures.ts'
import { pdfOfJpeg } from './image-pdf.ts'

const run = promisify(execFile)

const upright = { width: 300, height: 400 }
const across = { width: 400, height: 300 }
const pdfOf = async (size: { width: number; height: number }) =>
  pdfOfJpeg({ bytes: await aJpeg(size), ...size })

/** The objects at the places that the table names, as a reader finds them. */
function objectsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  expect(text.slice(tableAt, tableAt + 5)).toBe('xref\n')
  const starts = [...text.slice(tableAt).matchAll(/^(\d{10}) 00000 n $/gm)].map((line) => Number(line[1]))
  return starts.map((start, index) => {
    const end = text.indexOf('\nendobj\n', start)
    expect(text.slice(start)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
    return text.slice(start, end)
  })
}

describe('UPDATEDB-12 UPDATEDB-13 AMB-100 a picture as a PDF', () => {
  test.each([
    ['upright', upright, '0.00 0.00 595.28 841.89'],
    ['across', across, '0.00 0.00 841.89 595.28'],
  ])('has one page of A4, %s', async (_, size, box) => {
    const pdf = await pdfOf(size)
    expect(pdf.subarray(0, 9).toString()).toBe('%PDF-1.4\n')
    const [catalogue, pages, page] = objectsOf(pdf)
    expect(catalogue).toContain('/Pages 2 0 R')
    expect(pages).toContain('/Kids [3 0 R] /Count 1')
    expect(page).toContain(`/MediaBox [${box}]`)
  })

  test('holds the JPEG byte for byte, as long as it says', async () => {
    const bytes = await aJpeg(across)
    const picture = objectsOf(pdfOfJpeg({ bytes, ...across }))[3] ?? ''
    expect(picture).toContain(
      '/Width 400 /Height 300 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
    )
    expect(picture).toContain(`/Length ${bytes.length} >>\nstream\n`)
    const from = picture.indexOf('stream\n') + 'stream\n'.length
    expect(Buffer.from(picture.slice(from, from + bytes.length), 'latin1')).toEqual(bytes)
    expect(picture.slice(from + bytes.length)).toBe('\nendstream')
  })

  test.each([
    ['as wide as the page allows', { width: 2000, height: 2100 }],
    ['as high as the page allows', { width: 100, height: 2000 }],
    ['a small one is enlarged', { width: 20, height: 20 }],
  ])('is drawn inside the margins, in the middle, in its proportions: %s', async (_, size) => {
    const drawn = objectsOf(await pdfOf(size))[4] ?? ''
    const [w = 0, , , h = 0, x = 0, y = 0] = (/q ([\d. ]+) cm \/Picture Do Q/.exec(drawn)?.[1] ?? '')
      .split(' ')
      .map(Number)
    expect(w / h).toBeCloseTo(size.width / size.height, 1)
    expect(2 * x + w).toBeCloseTo(595.28, 0)
    expect(2 * y + h).toBeCloseTo(841.89, 0)
    expect(Math.min(x, y)).toBeCloseTo(36, 0)
  })

  test('opens in a reader, where there is one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crossmatch-pdf-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'a.pdf'), await pdfOf(across))
    const read = await run('pdfinfo', [join(folder, 'a.pdf')]).catch((error) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (read === null) return
    expect(read.stdout).toMatch(/Pages: +1\n/)
    expect(read.stdout).toMatch(/Page size: +841.89 x 595.28 pts \(A4\)/)
    expect(read.stderr).toBe('')
  })
})
