import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  ['plain words', 'plain words'],
  ['', ''],
  ['a, b', '"a, b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+91 98', "'+91 98"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['=a,"b"', '"\'=a,""b"""'],
  ['a=b', 'a=b'],
])('AMB-300 a cell %j is written %j', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
})

test('AMB-300 a number is a number, below zero too; cells are told apart', () => {
  expect(csvLine([-3, 'a', 12])).toBe('-3,a,12\r\n')
  expect(csvLine([])).toBe('\r\n')
})
