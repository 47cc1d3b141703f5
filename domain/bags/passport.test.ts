import { expect, test } from 'vitest'
import { stepDetail } from './passport.ts'

test.each<[unknown, string]>([
  [{ treatment: 'wash' }, 'Washed'],
  [{ treatment: 'of another version' }, 'of another version'],
  [{ requestId: 'e19b5d30', until: '2026-11-16T08:00:00Z' }, 'order e19b5d30, until 16 Nov 2026, 1:30 pm'],
  [{ requestId: 'e19b5d30', slip: 'RB-1' }, 'order e19b5d30, slip RB-1'],
  [
    { slip: 'RB-1', paper: 'P-REDBANK-000007', doneAt: '2026-11-16T06:00:00Z' },
    'slip RB-1, on paper P-REDBANK-000007, 16 Nov 2026, 11:30 am',
  ],
  [{ bank: 'Blue Bank' }, 'Blue Bank'],
  [{ form: 'cleared' }, 'cleared'],
  [{ reason: 'leaking', note: 'at the seam' }, 'Leaking, at the seam'],
  [{ place: 'Fridge 1', attributes: ['low-titre'] }, 'Fridge 1, Low titre'],
  [
    { volumeMl: 280, segment: 'M6 41', expiresAt: '2026-11-16T08:00:00Z' },
    '280 ml, segment M6 41, ends 16 Nov 2026, 1:30 pm',
  ],
  [{ volumeMl: '280' }, ''],
  [{ expiresAt: '2026-11-16T08:00:00Z' }, 'ends 16 Nov 2026, 1:30 pm'],
  [{ slip: 7, attributes: 'washed' }, ''],
  [{}, ''],
  ['nothing', ''],
])('beside a step of a bag stands no more than its event says: %j', (detail, words) => {
  expect(stepDetail(detail)).toBe(words)
})
