import { expect, test } from 'vitest'
import { cellText, cutLine, filterInWords, mostRows, SheetForm } from './sheet.ts'
import { instantOf } from './time.ts'

test.each<[Record<string, unknown>, string]>([
  [{}, 'everything'],
  [{ status: undefined, bankId: [] }, 'everything'],
  [{ status: ['pending', 'completed'], bankId: 'redbank' }, 'status pending completed, bankId redbank'],
  [{ late: true, units: 2 }, 'late true, units 2'],
  [{ patient: 'Asha Rao' }, 'patient (typed)'],
  [{ patient: 'a'.repeat(101) }, 'patient (typed)'],
  [{ email: 'a.b+c@d-e.example' }, 'email a.b+c@d-e.example'],
  [{ part: '0123', phone: '98400' }, 'part of an ID, a phone number'],
])('AMB-338 the filter %j is told as %s', (filter, words) => {
  expect(filterInWords(filter)).toBe(words)
})

test('AMB-335 a time is told by the clock of India, nothing as nothing', () => {
  expect(cellText(instantOf('2026-11-16', '00:10'))).toBe('2026-11-16T00:10:00+05:30')
  expect([cellText(null), cellText('A POS')]).toEqual(['', 'A POS'])
})

test('AMB-335 a hundred thousand rows, and a last line that says so', () => {
  expect(SheetForm.options).toEqual(['csv', 'xlsx'])
  expect(cutLine(mostRows)).toBe(
    'CUT: only the first 1,00,000 rows are here. Please narrow the filter for the rest.',
  )
})
