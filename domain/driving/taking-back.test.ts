import { expect, test } from 'vitest'
import { later, minutes } from '../basics/time.ts'
import { whyNotTakeBack } from './taking-back.ts'

const now = new Date('2026-11-16T10:00:00+05:30')
const told = { handOver: null, arrivedAt: now, version: 7 }
const order = { status: 'issued', version: 7 } as const

test.each([
  ['at once', told, order, 0, null],
  ['after two minutes', told, order, 2, null],
  ['after more', told, order, 2.1, 'not-to-take-back'],
  ['proved by a code', { ...told, handOver: 'code' }, order, 0, 'proved'],
  ['proved by a picture', { ...told, handOver: 'picture' }, order, 0, null],
  ['when something has happened since', told, { ...order, version: 8 }, 0, 'not-to-take-back'],
  ['that completed the order', told, { ...order, status: 'delivery-completed' }, 0, 'not-to-take-back'],
  ['of an earlier release', { ...told, version: null }, order, 0, 'not-to-take-back'],
] as const)('AMB-262 a step is taken back %s', (_, one, request, after, code) => {
  expect(whyNotTakeBack(request, one, later(now, minutes(after)))?.code ?? null).toBe(code)
})
