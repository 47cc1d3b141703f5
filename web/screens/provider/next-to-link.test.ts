import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { waitingBeside } from './next-to-link.ts'

const order = (id: string, version = 2) => ({ id, version }) as Order
const first = [order('aaaaaaaa'), order('bbbbbbbb'), order('cccccccc')]

test.each([
  ['all but the one that is open', new Map(), 'aaaaaaaa', 'bbbbbbbb', 6],
  ['not one that was linked a moment ago', new Map([['aaaaaaaa', 3]]), 'bbbbbbbb', 'cccccccc', 5],
  ['one that came back since', new Map([['aaaaaaaa', 1]]), 'bbbbbbbb', 'aaaaaaaa', 6],
  ['all, where nothing is open', new Map(), '', 'aaaaaaaa', 7],
] as const)('AMB-250 the next to link: %s', (_, linked, open, next, count) => {
  const beside = waitingBeside({ count: 7, first }, open, linked)
  expect([beside.waiting[0]?.id, beside.count]).toEqual([next, count])
})
