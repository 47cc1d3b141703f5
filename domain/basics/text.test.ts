import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlank, line, tidy } from './text.ts'

test.each([
  ['blanks around it', '  Asha  ', 'Asha'],
  ['only blanks', ' \t\n\u00a0 ', ''],
  ['a NUL', 'As\u0000ha', 'As ha'],
  ['a line break that would open a mail header', 'Asha\r\nBcc: x@evil.test', 'Asha Bcc: x@evil.test'],
  ['a C1 control', 'As\u0085ha', 'As ha'],
  ['a bidirectional override', 'Asha \u202egnp.exe', 'Asha  gnp.exe'],
  ['an isolate', '\u2066Asha\u2069', 'Asha'],
  ['half a surrogate pair', 'A\ud83d', 'A\ufffd'],
  ['a letter and its accent', 'Rene\u0301', 'Ren\u00e9'],
])('AMB-198 tidy: %s', (_, typed, kept) => {
  expect(tidy(typed)).toBe(kept)
})

test.each(['ரம்யா', 'José 🩸', '<script>', "O'Neill; --", 'क्‍ष'])('AMB-198 tidy keeps %j', (typed) => {
  expect(tidy(typed)).toBe(typed)
})

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) })

test('AMB-198 tidying twice is tidying once, and leaves nothing that breaks a line', () => {
  fc.assert(
    fc.property(anyText, (typed) => {
      const once = tidy(typed)
      expect(tidy(once)).toBe(once)
      expect(once).toBe(once.trim())
      expect(once.isWellFormed()).toBe(true)
      expect([...once].some((char) => char < ' ' || '\u202a\u202b\u202c\u202d\u202e'.includes(char))).toBe(
        false,
      )
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['nothing', ''],
  ['blanks', ' \t\n\u00a0\u3000'],
  ['controls', '\u0000\u0085'],
  ['a space without width', '\u200b'],
  ['marks of direction', '\u200e\u200f\u202e\u2069'],
  ['joiners', '\u200c\u200d\ufeff'],
  ['an accent without its letter', '\u0301'],
])('RAISE-17 a text of %s is empty', (_, typed) => {
  expect(isBlank(typed)).toBe(true)
})

test.each(['x', '0', '-', '\u200fר', 'அ', '🩸', '\ud800'])('RAISE-17 %j is not empty', (typed) => {
  expect(isBlank(typed)).toBe(false)
})

test('AMB-198 a line is measured after tidying, and refused rather than cut', () => {
  expect(line(5).parse('  Ashaa  ')).toBe('Ashaa')
  expect(line(5).safeParse('Ashaaa').success).toBe(false)
})
