import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { say } from '../basics/refusal.ts'
import { days, earlier, later, minutes } from '../basics/time.ts'
import {
  audienceNames,
  audiences,
  longestNotice,
  mostAtOnce,
  type Notice,
  NoticeDraft,
  noticeFrom,
  noticeWords,
  stateOf,
  whyNotChosen,
  whyNotOneMore,
  whyNotTouch,
  whyNotWrite,
} from './writing.ts'

const now = new Date('2026-11-15T05:00:00Z')
const soon = later(now, minutes(10))
const draft = (change: object = {}) =>
  NoticeDraft.parse({ text: 'Roads are flooded', audience: 'all', ...change })
const notice = (change: Partial<Notice> = {}): Notice => ({
  ...noticeFrom(draft(), now),
  endedAt: null,
  version: 1,
  ...change,
})

test.each<[string, object, string | null]>([
  ['nothing wrong', {}, null],
  ['nothing written', { text: '' }, 'empty text'],
  ['spaces and marks that show nothing', { text: ' \u200d\u0000 ' }, 'empty text'],
  ['as long as may be', { text: '😀'.repeat(longestNotice) }, null],
  ['a letter too long', { text: 'x'.repeat(longestNotice + 1) }, 'too-long text'],
  ['nobody chosen', { audience: 'chosen' }, 'nobody-chosen organisationIds'],
  ['one chosen', { audience: 'chosen', organisationIds: ['firm'] }, null],
  [
    'too many chosen',
    { audience: 'chosen', organisationIds: Array.from({ length: 101 }, (_, n) => `h${n}`) },
    'too-many-chosen organisationIds',
  ],
  ['chosen, and then to all', { audience: 'all', organisationIds: ['firm'] }, null],
  ['until a moment from now', { untilAt: later(now, 1) }, null],
  ['until now', { untilAt: now }, 'over-already untilAt'],
  ['until yesterday', { untilAt: earlier(now, days(1)) }, 'over-already untilAt'],
  ['until before it begins', { fromAt: soon, untilAt: later(now, 1) }, 'ends-before-it-begins untilAt'],
  ['until it begins', { fromAt: soon, untilAt: soon }, 'ends-before-it-begins untilAt'],
  ['from before until after', { fromAt: earlier(now, days(1)), untilAt: soon }, null],
])('AMB-310 a notice with %s', (_, change, expected) => {
  const refusal = whyNotWrite(draft(change), now)
  expect(refusal && `${refusal.code} ${refusal.field}`).toBe(expected)
})

test('AMB-310 an organisation that is not there is named; to all nobody is looked for', () => {
  const typed = draft({ audience: 'chosen', organisationIds: ['firm', 'nowhere'] })
  const refusal = whyNotChosen(typed, ['firm'])
  expect(refusal && say(noticeWords, refusal).text).toContain('“nowhere”')
  expect(whyNotChosen(typed, ['nowhere', 'firm'])).toBeNull()
  expect(whyNotChosen({ ...typed, audience: 'banks' }, [])).toBeNull()
})

test('AMB-310 a hundred stand or are to come, and no more', () => {
  expect(whyNotOneMore(mostAtOnce - 1)).toBeNull()
  expect(whyNotOneMore(mostAtOnce)?.code).toBe('too-many')
})

test.each<[string, Partial<Notice>, number, string | null]>([
  ['as it was seen', {}, 1, null],
  ['changed meanwhile', { version: 2 }, 1, 'changed-meanwhile'],
  ['ended', { endedAt: now }, 1, 'over-now'],
  ['over by now', { untilAt: now }, 1, 'over-now'],
  ['ended meanwhile', { endedAt: now, version: 2 }, 1, 'changed-meanwhile'],
])('AMB-310 changing or ending one that is %s', (_, change, seen, code) => {
  expect(whyNotTouch(notice(change), seen, now)?.code ?? null).toBe(code)
})

test.each<[string, Partial<Notice>, string]>([
  ['begun', {}, 'standing'],
  ['of tomorrow', { fromAt: soon }, 'to come'],
  ['past its end', { untilAt: now }, 'over'],
  ['ended by hand', { untilAt: soon, endedAt: now }, 'ended'],
])('AMB-310 one that is %s', (_, change, state) => {
  expect(stateOf(notice(change), now)).toBe(state)
})

test('AMB-310 it begins at once, or when it is to; one that stands keeps its beginning', () => {
  const yesterday = earlier(now, days(1))
  expect(noticeFrom(draft(), now).fromAt).toEqual(now)
  expect(noticeFrom(draft({ fromAt: yesterday }), now).fromAt).toEqual(now)
  expect(noticeFrom(draft({ fromAt: soon }), now).fromAt).toEqual(soon)
  expect(noticeFrom(draft(), now, notice({ fromAt: yesterday })).fromAt).toEqual(yesterday)
  expect(noticeFrom(draft({ fromAt: soon }), now, notice({ fromAt: yesterday })).fromAt).toEqual(soon)
  expect(noticeFrom(draft({ organisationIds: ['firm'] }), now).organisationIds).toEqual([])
  const twice = draft({ audience: 'chosen', organisationIds: ['firm', 'firm'] })
  expect(noticeFrom(twice, now).organisationIds).toEqual(['firm'])
})

test('who can be written to, and how much', () => {
  expect([...audiences]).toEqual(['all', 'hospitals', 'banks', 'chosen'])
  expect(audiences.filter((one) => audienceNames[one] === '')).toEqual([])
  expect([longestNotice, mostAtOnce]).toEqual([300, 100])
})

test.each<[string, object, boolean]>([
  ['an id without a letter', { organisationIds: [''] }, false],
  ['an id of one letter', { organisationIds: ['x'] }, true],
  ['an id of 100', { organisationIds: ['x'.repeat(100)] }, true],
  ['an id of 101', { organisationIds: ['x'.repeat(101)] }, false],
  ['a thousand', { organisationIds: Array(1_000).fill('x') }, true],
  ['one more', { organisationIds: Array(1_001).fill('x') }, false],
])('what is far too much is not even read: %s', (_, change, isRead) => {
  expect(NoticeDraft.safeParse({ text: 'Hello', audience: 'chosen', ...change }).success).toBe(isRead)
})

test('a hundred may be chosen; one that is not there is said at its field', () => {
  const at = new Date('2026-11-16T04:30:00Z')
  const chosen = (count: number) =>
    NoticeDraft.parse({ text: 'Hello', audience: 'chosen', organisationIds: Array(count).fill('firm') })
  expect(whyNotWrite(chosen(100), at)).toBeNull()
  expect(whyNotWrite(chosen(101), at)).toEqual({
    ...{ code: 'too-many-chosen', field: 'organisationIds', values: { most: 100 } },
  })
  expect(whyNotChosen(chosen(1), ['noble'])).toEqual({
    ...{ code: 'unknown-organisation', field: 'organisationIds', values: { id: 'firm' } },
  })
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(noticeWords)).toEqual(['too-many', 'changed-meanwhile', 'over-now'])
})

test.each([
  ['9998-12-31T23:59:59Z', true],
  ['10000-01-01', false],
  [1_000_000_000_000_000, false],
])('AMB-310 a notice until %s can be written: %s', (untilAt, isRead) => {
  const draft = { text: 'A notice', audience: 'all', untilAt }
  expect(NoticeDraft.safeParse(draft).success).toBe(isRead)
})
