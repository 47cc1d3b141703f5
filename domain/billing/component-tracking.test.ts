import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { instantOf } from '../basics/time.ts'
import { componentWords, inOrder, mendedRange, usualRange, whyNotRange } from './component-tracking.ts'

const now = instantOf('2026-11-15', '10:00')

test.each([
  ['in the morning', instantOf('2026-11-15', '10:00')],
  ['a minute after midnight in India, when it is the day before in London', instantOf('2026-11-15', '00:01')],
  ['a minute before midnight', instantOf('2026-11-15', '23:59')],
])('COMPTRACK-03 the usual range is the last 7 days to today, %s', (_, at) => {
  expect(usualRange(at)).toEqual({ from: '2026-11-08', to: '2026-11-15' })
})

describe('COMPTRACK-04 the from date must be before the to date', () => {
  test.each([
    ['the day before', '2026-11-14', '2026-11-15', null],
    ['the same day', '2026-11-15', '2026-11-15', 'dates-crossed'],
    ['the day after', '2026-11-16', '2026-11-15', 'dates-crossed'],
    ['a month and a year apart', '2025-12-31', '2026-01-01', null],
    ['crossed over the year', '2026-01-01', '2025-12-31', 'dates-crossed'],
  ])('%s', (_, from, to, code) => {
    expect(whyNotRange({ from, to })?.code ?? null).toBe(code)
  })

  test('ERRORS-01 the words are those of §5.7', () => {
    expect(say(componentWords, { code: 'dates-crossed' })).toEqual({
      title: 'Date Error',
      text: 'From date cannot be more than or the same as to date',
    })
  })
})

test.each([
  ['keeps a to date that is right then', '2026-11-12', { from: '2026-11-08', to: '2026-11-12' }],
  ['puts a to date of that same day to today', '2026-11-08', { from: '2026-11-08', to: '2026-11-15' }],
  ['puts an earlier to date to today', '2026-10-01', { from: '2026-11-08', to: '2026-11-15' }],
])('COMPTRACK-05 AMB-170 a mended range begins 7 days ago and %s', (_, to, mended) => {
  expect(mendedRange({ from: '2026-11-20', to }, now)).toEqual(mended)
  expect(whyNotRange(mendedRange({ from: '2026-11-20', to }, now))).toBeNull()
})

test('COMPTRACK-02 AMB-169 totals come by group, then by component', () => {
  const total = (bloodGroup: 'A+' | 'O-' | 'AB-', component: 'PRBC' | 'FFP' | 'SDP') => ({
    bloodGroup,
    component,
    units: 1,
  })
  const mixed = [total('AB-', 'PRBC'), total('A+', 'SDP'), total('O-', 'FFP'), total('A+', 'PRBC')]
  expect(inOrder(mixed)).toEqual([
    total('A+', 'PRBC'),
    total('A+', 'SDP'),
    total('O-', 'FFP'),
    total('AB-', 'PRBC'),
  ])
})
