import { buffer as read } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { SheetRow } from '#domain/basics/sheet.ts'
import { sheetAnswer } from './sheet.ts'

const titles = ['Name', 'Units', 'When', 'Note']
const at = new Date('2026-11-17T20:05:09Z')
const rows: SheetRow[] = [
  ['Mohammed "Irfan", Ward <3> & bed', 3, at, null],
  ['=HYPERLINK("http://bad.example")', -1.5, at, '+1'],
  ['தமிழ்\nline two', 0, at, 'lone \ud800 and \u0001 control'],
]

async function* inParts() {
  yield rows.slice(0, 1)
  yield []
  yield rows.slice(1)
}

async function bytesOf(as: 'csv' | 'xlsx', given: AsyncIterable<readonly SheetRow[]> = inParts()) {
  const answer = sheetAnswer({ name: 'orders', titles, rows: given }, as)
  if (!('stream' in answer)) throw new Error('a stream was expected')
  return { ...answer, bytes: await read(answer.stream) }
}

test('a table leaves as CSV: its parser reads back what went in, instants by the clock of India, formulas as text', async () => {
  const { name, bytes } = await bytesOf('csv')
  expect(name).toBe('orders.csv')
  // by which a spreadsheet knows that names may be in any script
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(parse(bytes, { bom: true })).toEqual([
    titles,
    ['Mohammed "Irfan", Ward <3> & bed', '3', '2026-11-18T01:35:09+05:30', ''],
    [`'=HYPERLINK("http://bad.example")`, '-1.5', '2026-11-18T01:35:09+05:30', "'+1"],
    ['தமிழ்\nline two', '0', '2026-11-18T01:35:09+05:30', 'lone \ufffd and \u0001 control'],
  ])
})

test('a table leaves as XLSX: another’s reader finds texts as texts, numbers as numbers, and no formula', async () => {
  const { name, bytes } = await bytesOf('xlsx')
  expect(name).toBe('orders.xlsx')
  const [sheet] = await readXlsx(bytes)
  expect(sheet?.data).toEqual([
    titles,
    ['Mohammed "Irfan", Ward <3> & bed', 3, '2026-11-18T01:35:09+05:30', null],
    ['=HYPERLINK("http://bad.example")', -1.5, '2026-11-18T01:35:09+05:30', '+1'],
    ['தமிழ்\nline two', 0, '2026-11-18T01:35:09+05:30', 'lone \ufffd and  control'],
  ])
})

test('a table of 100,000 rows is sent while it is read: never more than a few parts of it in memory', async () => {
  let read = 0
  async function* many() {
    for (; read < 100_000; read += 1_000)
      yield Array.from(
        { length: 1_000 },
        (_, at): SheetRow => [crypto.randomUUID(), read + at, new Date(), 'x'],
      )
  }
  const answer = sheetAnswer({ name: 'many', titles, rows: many() }, 'xlsx')
  if (!('stream' in answer)) throw new Error('a stream was expected')
  for await (const _ of answer.stream) break
  // whoever stops taking stops the reading
  expect(read).toBeLessThan(30_000)
})
