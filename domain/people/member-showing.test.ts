import { describe, expect, test } from 'vitest'
import { hours, later } from '../basics/time.ts'
import { invitedText, peopleLine, stoppedText } from './member-showing.ts'

const now = new Date('2026-11-16T10:00:00+05:30')
const since = { at: now, by: 'Vijay Kumar', isByYou: false, endsAt: later(now, hours(52)) }

describe('the line over the list', () => {
  test.each([
    [
      { admins: 2, staff: 5, invited: 1, stopped: 1, withoutSecondFactor: 2 },
      '7 people act for Firm: 2 admins, 5 staff, 1 invited, 1 stopped. 2 have no second factor.',
    ],
    [
      { admins: 1, staff: 0, invited: 0, stopped: 0, withoutSecondFactor: 1 },
      '1 person acts for Firm: 1 admin, 0 staff. 1 has no second factor.',
    ],
    [
      { admins: 1, staff: 1, invited: 0, stopped: 0, withoutSecondFactor: 0 },
      '2 people act for Firm: 1 admin, 1 staff.',
    ],
  ])('%j', (counts, text) => {
    expect(peopleLine(counts, 'Firm')).toBe(text)
  })
})

test('an invitation says by whom and how long its link works', () => {
  expect(invitedText(since, now)).toBe('by Vijay Kumar. Link ends in 2 days.')
  expect(invitedText({ ...since, isByYou: true }, now)).toBe('by you. Link ends in 2 days.')
  expect(invitedText(since, later(now, hours(52)))).toBe('by Vijay Kumar. Its link has ended.')
  expect(invitedText({ ...since, endsAt: null }, now)).toBe('by Vijay Kumar.')
})

test('who was stopped is told with when and by whom', () => {
  expect(stoppedText({ ...since, isByYou: true })).toBe(
    '16 Nov 2026, 10:00 am, by you. Name stays in the trail.',
  )
})
