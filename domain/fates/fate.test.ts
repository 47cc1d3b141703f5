import { describe, expect, test } from 'vitest'
import { instantOf, later, minutes } from '../basics/time.ts'
import { type IssuedBag, type ToldFate, whyNotReceive, whyNotTellFate } from './fate.ts'

const issuedAt = instantOf('2026-11-16', '10:00')
const now = instantOf('2026-11-16', '12:00')
const bag: IssuedBag = {
  ...{ id: 'a', number: 'RB-1', state: 'issued', found: null, issuedAt },
  expiresAt: instantOf('2026-12-01', '10:00'),
}
const received: IssuedBag = { ...bag, state: 'received', found: 'as-issued' }

describe('AMB-345 how bags came', () => {
  const said = (bags: readonly IssuedBag[], told: Parameters<typeof whyNotReceive>[1], at = now) =>
    whyNotReceive(bags, told, at, now)

  test.each(['as-issued', 'missing', 'damaged', 'warm'] as const)('%s is taken, and again', (found) => {
    expect(said([bag], [{ bagId: 'a', found }])).toBeNull()
    expect(said([{ ...received, found }], [{ bagId: 'a', found }])).toBeNull()
  })

  test.each([
    ['not-on-slip', [bag], [{ bagId: 'b', found: 'warm' }], now],
    [
      'twice-told',
      [bag],
      [
        { bagId: 'a', found: 'warm' },
        { bagId: 'a', found: 'warm' },
      ],
      now,
    ],
    ['received-before', [received], [{ bagId: 'a', found: 'warm' }], now],
    ['not-yet', [bag], [{ bagId: 'a', found: 'warm' }], later(now, 1)],
    ['too-early', [bag], [{ bagId: 'a', found: 'warm' }], later(issuedAt, -1)],
    ['elsewhere', [{ ...bag, state: 'discarded' }], [{ bagId: 'a', found: 'warm' }], now],
  ] as const)('%s', (code, bags, told, at) => {
    expect(said(bags, told, at)?.code).toBe(code)
  })

  test('the moment of the issue is not too early', () => {
    expect(said([bag], [{ bagId: 'a', found: 'as-issued' }], issuedAt)).toBeNull()
  })
})

describe('AMB-345 what became of a bag', () => {
  const plain: ToldFate = { fate: 'transfused', at: now, reason: null, note: '', patientId: null }
  const why = (
    from: IssuedBag,
    told: Partial<ToldFate> = {},
    known: Parameters<typeof whyNotTellFate>[1] = null,
  ) => whyNotTellFate(from, known, { ...plain, ...told }, 'FH-1', now)?.code ?? null

  test.each([
    [null, received, {}],
    [null, received, { patientId: ' fh-1 ' }],
    ['other-patient', received, { patientId: 'FH-2' }],
    ['receive-first', bag, {}],
    ['not-to-be-used', { ...received, found: 'warm' }, {}],
    ['not-to-be-used', { ...received, found: 'damaged' }, {}],
    [null, { ...received, found: 'warm' }, { fate: 'returned' }],
    [null, bag, { fate: 'returned' }],
    [null, bag, { fate: 'missing' }],
    ['no-reason', received, { fate: 'discarded' }],
    ['no-reason', received, { fate: 'discarded', reason: 'other', note: ' ' }],
    [null, received, { fate: 'discarded', reason: 'leaking' }],
    [null, received, { fate: 'discarded', reason: 'other', note: 'dropped' }],
    ['not-yet', received, { at: later(now, minutes(1)) }],
    ['too-early', received, { at: later(issuedAt, -1) }],
    ['elsewhere', { ...received, state: 'expired' }, { fate: 'missing' }],
    // what was given was given, though it was past its end
    [null, { ...received, expiresAt: issuedAt }, {}],
  ] as const)('%s', (code, from, told) => {
    expect(why(from, told)).toBe(code)
  })

  test('one fate, and who said it', () => {
    expect(why(received, { fate: 'returned' }, { fate: 'missing', at: now, toldBy: 'Anu' })).toBe(
      'fate-known',
    )
  })
})
