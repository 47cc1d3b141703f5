import { expect, test } from 'vitest'
import { instantOf } from '../basics/time.ts'
import { isCarried } from './setting-aside.ts'

const now = instantOf('2026-11-16', '10:00')

test('AMB-332 a bag is the driver’s while it has not come, and was not set aside before', () => {
  const left = { state: 'issued', deliveredAt: null, setAsideAt: null } as const
  expect(isCarried(left)).toBe(true)
  expect([
    isCarried({ ...left, deliveredAt: now }),
    isCarried({ ...left, setAsideAt: now }),
    isCarried({ ...left, state: 'received' }),
  ]).toEqual([false, false, false])
})
