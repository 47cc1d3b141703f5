import { describe, expect, test } from 'vitest'
import { instantOf } from '#domain/basics/time.ts'
import {
  type FateDraft,
  fateOf,
  fieldOfBag,
  isWholeWhen,
  type ReceiptDraft,
  receiptOf,
} from './said-draft.ts'

const bags = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const draft: ReceiptDraft = { came: { a: 'later', c: 'warm' }, note: 'Ice was gone', when: null }

describe('AMB-345 how bags came', () => {
  test('untouched, all came as issued and now', () => {
    expect(receiptOf('S-1', bags, { came: {}, note: '', when: null })).toEqual({
      slip: 'S-1',
      bags: bags.map(({ id }) => ({ bagId: id, found: 'as-issued', note: '' })),
    })
  })

  test('what is still to come is left out, and the note is of what is wrong', () => {
    expect(receiptOf('S-1', bags, draft).bags).toEqual([
      { bagId: 'b', found: 'as-issued', note: '' },
      { bagId: 'c', found: 'warm', note: 'Ice was gone' },
    ])
    expect(fieldOfBag(draft, bags, 'c')).toBe('bags.1')
  })

  test('at a time', () => {
    const when = { day: '2026-11-16', time: '10:42' }
    expect(receiptOf('S-1', bags, { ...draft, when }).receivedAt).toEqual(instantOf('2026-11-16', '10:42'))
    expect([isWholeWhen(null), isWholeWhen(when), isWholeWhen({ ...when, time: '' })]).toEqual([
      ...[true, true, false],
    ])
  })
})

describe('AMB-345 what became of a bag', () => {
  const bag = { id: 'a', setAside: null }
  const said: FateDraft = { fate: null, patientId: ' FH-1 ', reason: 'leaking', note: 'torn', when: null }
  test.each([
    [null, null],
    ['transfused', { patientId: 'FH-1' }],
    ['returned', { note: 'torn' }],
    ['discarded', { note: 'torn', reason: 'leaking' }],
    ['missing', { note: 'torn' }],
  ] as const)('%s', (fate, more) => {
    expect(fateOf(bag, { ...said, fate })).toEqual(more && { bagId: 'a', fate, ...more })
  })

  test('AMB-358 AMB-360 of a bag that was set aside it is told how it came to that', () => {
    expect(fateOf({ ...bag, setAside: 'misfit' }, { ...said, fate: 'transfused' })).toEqual({
      ...{ bagId: 'a', fate: 'transfused', patientId: 'FH-1', note: 'torn' },
    })
  })

  test('a wristband that nobody scanned is not told', () => {
    expect(fateOf(bag, { ...said, fate: 'transfused', patientId: ' ' })).toEqual({
      ...{ bagId: 'a', fate: 'transfused' },
    })
  })
})
