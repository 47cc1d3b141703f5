import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { showWhen } from './show-when.ts'

const today = '2026-11-15'
const now = instantOf(today, '12:00')

test('SHELL-36 a time is told with its day when that is another one', () => {
  expect(showWhen(instantOf(today, '13:30'), now)).toBe('1:30 pm')
  expect(showWhen(instantOf('2026-11-16', '07:30'), now)).toBe('Mon, 7:30 am')
  expect(showWhen(instantOf('2026-11-22', '07:30'), now)).toBe('Sun, 22 Nov, 7:30 am')
  expect(showWhen(instantOf('2026-11-14', '07:30'), now)).toBe('Sat, 14 Nov, 7:30 am')
})
