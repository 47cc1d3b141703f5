import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { registerPdf } from './register.ts'

const titles = ['Issued', 'Bag', 'Reason']
const madeAt = instantOf('2026-11-16', '10:00')
const printed = async (rows: string[][]) =>
  readPdf(
    await registerPdf({
      ...{ title: 'Issue register', bank: 'Redbank', from: '2026-11-01', to: '2026-11-16' },
      ...{ titles, rows, madeAt, madeBy: 'S. Meena' },
    }),
  )

test('AMB-218 each page of a register has its heading and titles and says which of how many it is, and each line stands once', async () => {
  const rows = Array.from({ length: 90 }, (_, at) => [
    ...['2026-11-16T10:00:00+05:30', `RB26-${1000 + at}`],
    // some take several lines
    at % 30 === 7 ? 'it leaked at the port '.repeat(60).trim() : 'leaking',
  ])
  const { pages, texts, text } = await printed(rows)
  expect(pages).toBeGreaterThan(2)
  texts.forEach((page, at) => {
    expect(page).toContain('Issue register, Redbank 2026-11-01 to 2026-11-16 Issued Bag Reason')
    expect(page).toContain(`Page ${at + 1} of ${pages}`)
    expect(page).toContain('90 lines. Made 16 Nov 2026, 10:00 am by S. Meena.')
    // full, and no page of a few lines in between
    if (at < pages - 1) expect(page.match(/RB26-/g)?.length).toBeGreaterThan(15)
  })
  for (const [, number = ''] of rows) expect(text.split(number)).toHaveLength(2)
})

test('AMB-218 of words that take more room than was reckoned none is lost, and the pages are counted right', async () => {
  const wide = `${'W'.repeat(12)} `.repeat(20).trim()
  const rows = Array.from({ length: 30 }, (_, at) => ['2026-11-16T10:00:00+05:30', `RB26-${100 + at}`, wide])
  const { pages, texts, text } = await printed(rows)
  expect(text.match(/W{12}/g)).toHaveLength(600)
  texts.forEach((page, at) => {
    expect(page).toContain(`Page ${at + 1} of ${pages}`)
  })
})

test('AMB-218 a register with nothing in it is one page that says so', async () => {
  const { pages, text } = await printed([])
  expect(pages).toBe(1)
  expect(text).toContain('Nothing in these days.')
  expect(text).toContain('Page 1 of 1')
})
