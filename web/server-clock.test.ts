import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hearTime, now } from './server-clock.ts'

const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(60 * count)
const later = (at: Date, ms: number) => new Date(at.getTime() + ms)

const right = new Date('2026-11-20T10:00:00+05:30')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([26, -26, 5.5, -5.5])(
  'T43 F30 AMB-19 on a machine that is %d hours off it is as late as at the server',
  (off) => {
    const here = later(right, hours(off))
    vi.setSystemTime(here)
    hearTime(right.toUTCString(), here.getTime())
    expect(now()).toEqual(right)
    vi.setSystemTime(later(here, minutes(3)))
    expect(now()).toEqual(later(right, minutes(3)))
  },
)

test('AMB-19 a machine that is set right meanwhile is believed again, and one that is a little off always was', () => {
  vi.setSystemTime(later(right, hours(2)))
  hearTime(right.toUTCString(), Date.now())
  vi.setSystemTime(later(right, minutes(1.9)))
  hearTime(right.toUTCString(), Date.now())
  expect(now()).toEqual(later(right, minutes(1.9)))
})

test.each([
  ['without a time', null, 0],
  ['with none that can be read', 'yesterday', 0],
  ['that was under way for long', later(right, hours(3)).toUTCString(), 11_000],
  ['while the clock here was set back', later(right, hours(3)).toUTCString(), -1_000],
])('AMB-19 an answer %s changes nothing', (_, said, tookMs) => {
  vi.setSystemTime(right)
  hearTime(right.toUTCString(), Date.now())
  hearTime(said, Date.now() - tookMs)
  expect(now()).toEqual(right)
})
