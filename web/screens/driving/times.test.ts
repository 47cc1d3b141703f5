import { expect, test } from 'vitest'
import { later, minutes } from '#domain/basics/time.ts'
import { drivingWordsEn } from '#domain/driving/words-en.ts'
import { deadlineText, momentText } from './times.ts'

const now = new Date('2026-11-15T10:42:30+05:30')

test.each([
  [168, '2 h 48 min left', 'fine'],
  [30, '30 min left', 'fine'],
  [29.5, '29 min left', 'soon'],
  [0.5, '0 min left', 'soon'],
  [-0.5, '0 min late', 'late'],
  [-61, '1 h 1 min late', 'late'],
])('a deadline in %s minutes: %s', (left, text, tone) => {
  expect(deadlineText(later(now, minutes(left)), now, drivingWordsEn)).toEqual({ text, tone })
})

test('a moment of another day is told with its day, by the days of India', () => {
  expect(momentText(new Date('2026-11-15T13:30:00+05:30'), now)).toBe('1:30 pm')
  expect(momentText(new Date('2026-11-16T00:30:00+05:30'), now)).toMatch(/^Mon,? 16 Nov, 12:30 am$/)
})
