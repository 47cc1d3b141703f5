import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ago,
  dayOf,
  days,
  daysBetween,
  earlier,
  hours,
  instantOf,
  later,
  minuteOfDay,
  minutes,
  showClock,
  showDate,
  showDateTime,
  showDay,
  showTime,
  span,
  timeOf,
  wholeMinute,
} from './time.ts'

const morning = instantOf('2026-11-15', '10:42')

describe('India’s wall clock', () => {
  test('a wall-clock time is five and a half hours ahead of UTC', () => {
    expect(morning.toISOString()).toBe('2026-11-15T05:12:00.000Z')
  })

  test.each([
    ['the last minute of the day', '2026-11-15T18:29:59.999Z', '2026-11-15', '23:59', 1439],
    ['midnight', '2026-11-15T18:30:00.000Z', '2026-11-16', '00:00', 0],
    ['the turn of the year', '2026-12-31T18:30:00.000Z', '2027-01-01', '00:00', 0],
    ['a leap day', '2028-02-28T18:30:00.000Z', '2028-02-29', '00:00', 0],
  ])('%s', (_, iso, day, time, minute) => {
    const at = new Date(iso)
    expect([dayOf(at), timeOf(at), minuteOfDay(at)]).toEqual([day, time, minute])
  })

  const anyMinute = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map(wholeMinute)

  test('an instant survives the way to day and time and back', () => {
    fc.assert(
      fc.property(anyMinute, (at) => {
        expect(instantOf(dayOf(at), timeOf(at))).toEqual(at)
        expect(timeOf(at)).toBe(
          `${String(Math.floor(minuteOfDay(at) / 60)).padStart(2, '0')}:${String(minuteOfDay(at) % 60).padStart(2, '0')}`,
        )
      }),
    )
  })

  test('days are counted by the calendar, whatever the hour', () => {
    fc.assert(
      fc.property(anyMinute, fc.integer({ min: -400, max: 400 }), (at, n) => {
        expect(daysBetween(at, later(at, days(n)))).toBe(n)
      }),
    )
    expect(daysBetween(instantOf('2026-11-15', '23:59'), instantOf('2026-11-16', '00:00'))).toBe(1)
    expect(daysBetween(instantOf('2026-11-15', '00:00'), instantOf('2026-11-15', '23:59'))).toBe(0)
  })

  test('the whole minute cuts, it does not round', () => {
    expect(wholeMinute(later(morning, 59_999))).toEqual(morning)
    expect(wholeMinute(morning)).toEqual(morning)
    expect(earlier(later(morning, hours(2)), minutes(120))).toEqual(morning)
  })
})

describe('what people read', () => {
  test.each([
    ['a date', showDate, '15 Nov 2026'],
    ['a timestamp', showDateTime, '15 Nov 2026, 10:42 am'],
    ['a clock', showClock, '15 Nov 2026, 10:42:00 am'],
    ['a time', showTime, '10:42 am'],
    ['a day', showDay, 'Sun, 15 Nov'],
  ])('SHELL-36 %s is en-IN medium', (_, show, text) => {
    expect(show(morning)).toBe(text)
  })

  test.each([
    ['in the future', -1, 'just now'],
    ['59 seconds', minutes(1) - 1, 'just now'],
    ['one minute', minutes(1), '1 min ago'],
    ['59 minutes', hours(1) - 1, '59 min ago'],
    ['an hour', hours(1), '1 h ago'],
    ['47 hours', days(2) - 1, '47 h ago'],
    ['two days', days(2), '2 days ago'],
  ])('how long ago: %s', (_, ms, text) => {
    expect(ago(earlier(morning, ms), morning)).toBe(text)
  })

  test('a length of time is told in its largest unit', () => {
    expect([span(minutes(34)), span(hours(2)), span(days(3))]).toEqual(['34 min', '2 h', '3 days'])
  })
})

describe('the zone of the machine', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    ['UTC', 0],
    ['America/Los_Angeles', 480],
    ['Pacific/Kiritimati', -840],
    ['Asia/Kolkata', -330],
  ])('SHELL-36 does not matter: %s', async (machineZone, offset) => {
    vi.stubEnv('TZ', machineZone)
    expect(morning.getTimezoneOffset(), 'the zone of this process was really changed').toBe(offset)
    vi.resetModules()
    const time = await import('./time.ts')
    for (const [wall, hour, half] of [
      ['00:10', '12:10', 'am'],
      ['10:42', '10:42', 'am'],
      ['23:50', '11:50', 'pm'],
    ] as const) {
      const at = time.instantOf('2026-11-15', wall)
      expect([time.dayOf(at), time.timeOf(at), time.showDay(at)]).toEqual(['2026-11-15', wall, 'Sun, 15 Nov'])
      expect([time.showDate(at), time.showDateTime(at), time.showClock(at), time.showTime(at)]).toEqual([
        '15 Nov 2026',
        `15 Nov 2026, ${hour} ${half}`,
        `15 Nov 2026, ${hour}:00 ${half}`,
        `${hour} ${half}`,
      ])
    }
  })
})
