import { Readable } from 'node:stream'
import { csvLine } from '#domain/basics/csv.ts'
import { cellText, type Sheet, type SheetCell } from '#domain/basics/sheet.ts'
import type { FileAnswer } from '../http/call.ts'
import { xlsxOf } from './xlsx.ts'

/** A table to hand out, made as fast as it is taken. */
export function sheetAnswer(sheet: Sheet, as: 'csv' | 'xlsx'): FileAnswer {
  if (as === 'csv')
    return { name: `${sheet.name}.csv`, type: 'text/csv; charset=utf-8', stream: whileTaken(csvOf(sheet)) }
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { name: `${sheet.name}.xlsx`, type, stream: whileTaken(xlsxOf(sheet)) }
}

/** Whoever takes nothing for so long is not waited for. */
const longestWait = 120_000

function whileTaken(parts: AsyncIterable<string | Uint8Array>, mostMs = longestWait): Readable {
  async function* watched() {
    for await (const part of parts) {
      const timer = setTimeout(() => stream.destroy(new Error('nobody took the file')), mostMs)
      try {
        yield part
      } finally {
        clearTimeout(timer)
      }
    }
  }
  const stream = Readable.from(watched())
  return stream
}

/** So that a spreadsheet reads names in every script. */
const byteOrderMark = '\uFEFF'

async function* csvOf({ titles, rows }: Sheet): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(titles)
  for await (const part of rows)
    if (part.length > 0) yield part.map((row) => csvLine(row.map(plain))).join('')
}

const plain = (cell: SheetCell): string | number => (typeof cell === 'number' ? cell : cellText(cell))
