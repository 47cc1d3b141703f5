import { expect, test } from 'vitest'
import { at, conflictsIn, raisedRequest } from '#testing/makers/rules.ts'
import { later, minutes } from '../basics/time.ts'
import { reject } from './approving.ts'
import { explain, explainWords, isExplainedSo, whyNotExplain } from './explaining.ts'
import { rejectionText } from './showing.ts'
import { type LastAct, undoDecision } from './undoing.ts'

const now = at('10:00')
const rejected = reject(raisedRequest(), now)
const act: LastAct = {
  kind: 'request-rejected',
  by: 'a',
  at: now,
  from: 'pending',
  version: rejected.version,
  undone: 0,
}
const by = { accountId: 'a', now: later(now, minutes(10)), seen: rejected.version }
const duplicate = { why: 'duplicate', note: '' } as const

test.each([
  ['within ten minutes', rejected, act, by, duplicate, undefined],
  ['a moment later', rejected, act, { ...by, now: later(by.now, 1) }, duplicate, 'too-late'],
  ['by somebody else', rejected, act, { ...by, accountId: 'b' }, duplicate, 'not-yours'],
  ['of what is pending', raisedRequest(), act, by, duplicate, 'not-rejected'],
  ['of what the provider set so', rejected, { ...act, kind: 'request-moved' }, by, duplicate, 'not-rejected'],
  ['of an older picture of it', rejected, act, { ...by, seen: 1 }, duplicate, 'not-rejected'],
  ['a second time', explain(rejected, duplicate, now), act, by, duplicate, 'said-already'],
  ['other, without words', rejected, act, by, { why: 'other', note: '  ' }, 'no-note'],
  ['other, in words', rejected, act, by, { why: 'other', note: 'Operation moved' }, undefined],
] as const)('AMB-295 a reason is given %s', (_, request, last, who, told, code) => {
  expect(whyNotExplain(request, last, told, who)?.code).toBe(code)
})

test('AMB-295 it is read with the request as long as it is rejected, and goes with the rejection', () => {
  const said = explain(rejected, { why: 'other', note: ' Operation moved ' }, now)
  expect(rejectionText(said)).toBe('Operation moved')
  expect(rejectionText(explain(rejected, duplicate, now))).toBe('Duplicate')
  expect(rejectionText(rejected)).toBeNull()
  expect(rejectionText(undoDecision(said, now))).toBeNull()
  expect(undoDecision(said, now)).toMatchObject({ rejectedFor: null, rejectionNote: null })
  expect(reject({ ...said, status: 'pending' }, now)).toMatchObject({
    rejectedFor: null,
    rejectionNote: null,
  })
})

test('AMB-295 sent again it is known, and nothing else is', () => {
  const said = explain(rejected, duplicate, now)
  expect(isExplainedSo(said, duplicate, rejected.version)).toBe(true)
  expect(isExplainedSo(said, { why: 'not-needed', note: '' }, rejected.version)).toBe(false)
  expect(isExplainedSo(said, duplicate, said.version)).toBe(false)
})

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(explainWords)).toEqual(['not-rejected', 'not-yours', 'said-already', 'too-late'])
})
