import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { days, earlier, instantOf } from '../basics/time.ts'
import { seeingWords, whyNotSee } from './seeing.ts'

const now = instantOf('2026-11-16', '10:00')
const order = { bankId: 'redbank', endedAt: null, owed: 0 } as const

test.each([
  ['linked and open', order, null],
  ['of another bank', { ...order, bankId: 'bluebank' }, 'not-your-order'],
  ['refused: of no bank', { ...order, bankId: null }, 'not-your-order'],
  ['just over', { ...order, endedAt: now }, null],
  ['over for seven days less a moment', { ...order, endedAt: earlier(now, days(7) - 1) }, null],
  ['over for seven days', { ...order, endedAt: earlier(now, days(7)) }, 'bench-closed'],
  ['over for long, a result owed', { ...order, endedAt: earlier(now, days(9)), owed: 1 }, null],
  ['of another bank, a result of ours owed', { ...order, bankId: 'bluebank', owed: 1 }, null],
] as const)('AMB-218 AMB-334 the patient of an order that is %s', (_, seen, code) => {
  expect(whyNotSee(seen, 'redbank', now)?.code ?? null).toBe(code)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(seeingWords)).toEqual(['not-your-order', 'bench-closed'])
})
