import { expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import { draftFrom, emptyNotice, timesAlone, typedFrom } from './notice-draft.ts'

test('AMB-310 a day without a time begins with the day and ends with the day', () => {
  const typed = { ...emptyNotice, text: ' Roads are flooded ', fromDay: '2026-11-20', untilDay: '2026-11-21' }
  expect(draftFrom(typed)).toMatchObject({
    text: 'Roads are flooded',
    fromAt: instantOf('2026-11-20', '00:00'),
    untilAt: instantOf('2026-11-21', '23:59'),
  })
  expect(draftFrom({ ...typed, fromDay: '', untilDay: '' })).toMatchObject({ fromAt: null, untilAt: null })
  expect(draftFrom({ ...typed, organisationIds: ['firm'] }).organisationIds).toEqual([])
})

test('AMB-310 a time without a day says nothing, and is told', () => {
  expect(timesAlone(emptyNotice)).toEqual([])
  expect(timesAlone({ ...emptyNotice, fromTime: '10:00', untilTime: '11:00' })).toEqual(['fromAt', 'untilAt'])
})

test('AMB-310 one that is opened to be changed stands there as it was written', () => {
  const draft = draftFrom({
    ...emptyNotice,
    ...{ text: 'Roads', audience: 'chosen', organisationIds: ['firm'] },
    ...{ fromDay: '2026-11-20', fromTime: '10:00', untilDay: '2026-11-21', untilTime: '11:30' },
  })
  const written = {
    ...{ id: 7, version: 1, writtenBy: '', endedBy: null, endedAt: null, writtenAt: new Date(0) },
    ...{ ...draft, organisations: [{ id: 'firm', name: 'Firm' }], fromAt: draft.fromAt ?? new Date(0) },
  }
  expect(draftFrom(typedFrom(written))).toEqual(draft)
})
