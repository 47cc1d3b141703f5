import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { verifyWords, whyNotVerify } from './verifying.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 16, 5, 0, second))

test.each([
  [undefined, 0, null],
  [{ state: 'waiting', askedAt: at(0) }, 3_000, 'under-way'],
  [{ state: 'running', askedAt: at(0) }, 3_000, 'under-way'],
  [{ state: 'running', askedAt: at(0) }, 86_399, 'under-way'],
  [{ state: 'waiting', askedAt: at(0) }, 86_400, null],
  [{ state: 'done', askedAt: at(0) }, 59, 'asked-just-now'],
  [{ state: 'done', askedAt: at(0) }, 60, null],
] as const)('AMB-301 the last one %o, asked again after %i s: %s', (last, after, code) => {
  expect(whyNotVerify(last, at(after))?.code ?? null).toBe(code)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(verifyWords)).toEqual(['under-way'])
})
