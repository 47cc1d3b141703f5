import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { instantOf } from '#domain/basics/time.ts'
import { auditRows } from './audit-rows.ts'

const entry = (id: number, day: string, time: string): AuditEntry => ({
  ...{ id, at: instantOf(day, time), kind: 'request-raised', group: 'raised' },
  ...{ person: '', place: 'Firm', what: 'Raised', on: null },
})
const now = instantOf('2026-11-16', '10:42')
const entries = [
  entry(9, '2026-11-16', '10:41'),
  entry(7, '2026-11-16', '00:00'),
  entry(5, '2026-11-15', '23:59'),
  entry(2, '2026-11-02', '08:00'),
]

test('AMB-298 each day has its head, by the days of India', () => {
  expect(auditRows(entries, now, null).map((row) => (row.kind === 'entry' ? row.key : row.text))).toEqual([
    'Today, Mon 16 Nov 2026',
    '9',
    '7',
    'Yesterday, Sun 15 Nov 2026',
    '5',
    'Mon 2 Nov 2026',
    '2',
  ])
})

test.each([
  [9, 1, 'Verified until here.'],
  [8, 2, 'Verified until here. The event above came since.'],
  [5, 4, 'Verified until here. The 2 events above came since.'],
  [1, -1, undefined],
])('AMB-301 verified up to event %i: the line is at %i', (upTo, at, text) => {
  const rows = auditRows(entries, now, upTo)
  const index = rows.findIndex(({ kind }) => kind === 'verified')
  const row = rows[index]
  expect([index, row && row.kind !== 'entry' ? row.text : undefined]).toEqual([at, text])
})

test('nothing happened: nothing is shown, not even what is verified', () => {
  expect(auditRows([], now, 5)).toEqual([])
})
