import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Place } from './page-range.ts'
import { type PageRange, readPage } from './page-range.ts'

type Row = { id: number }

/** The greater, the newer; a list shows the newest first. */
const place = (id: number): Place => ({ at: new Date(id), id: String(id).padStart(8, '0') })
const idAt = (at: Place | null, otherwise: number) => (at ? at.at.getTime() : otherwise)

function aList(newest: number, isGone: (id: number) => boolean = () => false) {
  const rows: Row[] = Array.from({ length: newest }, (_, n) => ({ id: newest - n })).filter(
    ({ id }) => !isGone(id),
  )
  const looks: PageRange[] = []
  const read = async (part: PageRange): Promise<Row[]> => {
    looks.push(part)
    const { after, through, limit } = part
    return rows
      .filter(({ id }) => id < idAt(after, Infinity) && id >= idAt(through, -Infinity))
      .slice(0, limit)
  }
  return {
    rows,
    looks,
    page: (ask: Partial<PageRange> & { limit: number }) =>
      readPage({ after: null, through: null, ...ask }, read, ({ id }) => place(id)),
  }
}

const ids = (rows: Row[]) => rows.map(({ id }) => id)
const downFrom = (newest: number, count: number) => Array.from({ length: count }, (_, n) => newest - n)

describe('a page read for the first time', () => {
  test('API-07 has as many rows as were asked for', async () => {
    expect(ids(await aList(30).page({ limit: 10 }))).toEqual(downFrom(30, 10))
    expect(ids(await aList(30).page({ limit: 10, after: place(21) }))).toEqual(downFrom(20, 10))
    expect(ids(await aList(4).page({ limit: 10 }))).toEqual(downFrom(4, 4))
  })

  test('API-07 is one look', async () => {
    const list = aList(30)
    await list.page({ limit: 10 })
    expect(list.looks).toHaveLength(1)
  })
})

describe('a page read again', () => {
  test.each([
    ['nothing new', 30, 10],
    ['one new on top', 31, 11],
    ['190 new on top', 220, 200],
  ])('SHELL-37 with %s reaches as far as before', async (_name, newest, length) => {
    const rows = await aList(newest).page({ limit: 10, through: place(21) })
    expect(ids(rows)).toEqual(downFrom(newest, length))
    expect(rows.at(-1)?.id).toBe(21)
  })

  test('SHELL-37 with more new ones than a look may bring is cut there, and goes on from there', async () => {
    const list = aList(500)
    const first = await list.page({ limit: 10, through: place(21) })
    expect(ids(first)).toEqual(downFrom(500, 200))
    const next = await list.page({ limit: 10, after: place(first.at(-1)?.id ?? 0) })
    expect(ids(next)).toEqual(downFrom(300, 10))
  })

  test.each([
    ['its last row left', [21]],
    ['a row in the middle left', [25]],
    ['several left', [30, 25, 21]],
    ['all of it left', downFrom(30, 10)],
  ])('SHELL-37 of which %s stays a page', async (_name, gone) => {
    const rows = await aList(30, (id) => gone.includes(id)).page({ limit: 10, through: place(21) })
    expect(ids(rows)).toEqual(
      downFrom(30, 30)
        .filter((id) => !gone.includes(id))
        .slice(0, 10),
    )
  })

  test('SHELL-37 in the middle of the list begins where it began', async () => {
    const list = aList(40, (id) => id === 15)
    const rows = await list.page({ limit: 10, after: place(21), through: place(11) })
    expect(ids(rows)).toEqual([20, 19, 18, 17, 16, 14, 13, 12, 11, 10])
  })

  test('SHELL-37 whose place to reach lies before its beginning is a page like any other', async () => {
    const rows = await aList(40).page({ limit: 10, after: place(21), through: place(35) })
    expect(ids(rows)).toEqual(downFrom(20, 10))
  })

  test('SHELL-37 where nothing is left is empty', async () => {
    expect(await aList(30, () => true).page({ limit: 10, through: place(21) })).toEqual([])
  })
})

test('REQSTATUS-11 whatever came and went, a page is a run of the list without gap or repeat', async () => {
  const cases = fc.record({
    newest: fc.integer({ min: 0, max: 300 }),
    gone: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 150 }),
    after: fc.option(fc.integer({ min: 0, max: 320 })),
    through: fc.option(fc.integer({ min: 0, max: 320 })),
    limit: fc.integer({ min: 1, max: 100 }),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ newest, gone, after, through, limit }) => {
      const list = aList(newest, (id) => gone.includes(id))
      const rest = ids(list.rows).filter((id) => after === null || id < after)
      const reached = through === null ? 0 : rest.filter((id) => id >= through).length
      const page = await list.page({
        limit,
        after: after === null ? null : place(after),
        through: through === null ? null : place(through),
      })
      expect(ids(page)).toEqual(rest.slice(0, Math.max(limit, Math.min(reached, 200))))
      expect(list.looks.length).toBeLessThanOrEqual(2)
    }),
    { numRuns: 500 },
  )
})
