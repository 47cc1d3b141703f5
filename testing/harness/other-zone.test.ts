import { expect, test } from 'vitest'
import { instantOf, timeOf } from '#domain/basics/time.ts'

test('SHELL-36 the rules are tried on a machine in Los Angeles too, and there it is really another hour', () => {
  const morning = instantOf('2026-11-15', '10:42')
  expect(process.env.TZ).toBe('America/Los_Angeles')
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/Los_Angeles')
  expect([morning.getTimezoneOffset(), instantOf('2026-07-15', '10:42').getTimezoneOffset()]).toEqual([
    480, 420,
  ])
  expect([morning.getHours(), morning.getDate(), timeOf(morning)]).toEqual([21, 14, '10:42'])
})
