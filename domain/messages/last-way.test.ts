import { describe, expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { type Choices, wishOf } from './hearing.ts'
import {
  type Desk,
  type Listener,
  type Listening,
  lastWayWords,
  safetyKindsOf,
  silencedBy,
  waysOffScreen,
  whyNotLose,
  whyNotSilence,
} from './last-way.ts'

const desk: Desk = { email: 'desk@firm.example', phones: ['044 1'], choices: {} }
const priya: Listener = { email: 'priya@firm.example', phone: '98401 10014', choices: {} }
const of = (change: Partial<Listening>): Listening => ({ audience: 'hospital', desk, people: [], ...change })
const mute: Choices = { 'late mail': false, 'late sms': false }
const silent = { ...desk, choices: mute }

describe('AMB-306 the ways off the screen', () => {
  test.each([
    ['mailbox and phones', of({}), 2],
    ['a mailbox alone', of({ desk: { ...desk, phones: [] } }), 1],
    ['phones alone', of({ desk: { ...desk, email: '' } }), 1],
    ['neither', of({ desk: { ...desk, email: '', phones: [] } }), 0],
    ['both switched off', of({ desk: silent }), 0],
    ['a person who asked for nothing', of({ desk: null, people: [priya] }), 0],
    ['a push and the page', of({ desk: null, people: [{ ...priya, choices: { 'late push': true } }] }), 0],
    ['an own mail', of({ desk: null, people: [{ ...priya, choices: { 'late mail': true } }] }), 1],
    [
      'a mail to what nobody proved',
      of({ desk: null, people: [{ ...priya, email: null, choices: { 'late mail': true } }] }),
      0,
    ],
    [
      'a text without a number',
      of({ desk: null, people: [{ ...priya, phone: '', choices: { 'late sms': true } }] }),
      0,
    ],
    ['phones that no gateway is set up for', of({ ways: ['mail'] }), 1],
    ['nothing that is set up', of({ ways: [] }), 0],
    [
      'an own text that no gateway is set up for',
      of({ desk: null, people: [{ ...priya, choices: { 'late sms': true } }], ways: ['mail'] }),
      0,
    ],
    ['a colleague of whom only a count is known', of({ desk: silent, elsewhere: { late: 1 } }), 1],
  ])('%s', (_, listening, count) => {
    expect(waysOffScreen('late', listening)).toBe(count)
  })

  test('a bank hears of warm bags by text, whatever was chosen', () => {
    const choices = { 'temperature mail': true, 'temperature sms': false }
    const bank = of({ audience: 'bank', desk: { ...desk, choices } })
    expect(waysOffScreen('temperature', bank)).toBe(1)
  })

  test('safety kinds alone have to be heard', () => {
    expect(safetyKindsOf('hospital')).toContain('late')
    expect(safetyKindsOf('hospital')).not.toContain('delivered')
    expect(safetyKindsOf('bank')).toContain('order-linked')
  })
})

describe('AMB-306 the last one stays', () => {
  const oneWay = of({ desk: { ...desk, phones: [] } })
  const off = (kind: string, listening = oneWay): Listening => ({
    ...listening,
    desk: { ...desk, ...listening.desk, choices: { [wishOf(kind, 'mail')]: false } },
  })

  test.each([
    ['the last way of a safety kind', oneWay, off('late'), 'last-way'],
    ['one of two', of({}), off('late', of({})), null],
    ['a kind that is not about safety', oneWay, off('delivered'), null],
    [
      'what a colleague has too',
      { ...oneWay, elsewhere: { late: 1 } },
      { ...off('late'), elsewhere: { late: 1 } },
      null,
    ],
    [
      'the mail, where no gateway is set up for texts',
      of({ ways: ['mail'] }),
      off('late', of({ ways: ['mail'] })),
      'last-way',
    ],
    ['the mail, where no mail server is', of({ ways: ['sms'] }), off('late', of({ ways: ['sms'] })), null],
    // who has no way has none to lose, and may tick what they like
    ['what was silent before', off('late'), off('late'), null],
    ['switching it on', off('late'), oneWay, null],
  ])('%s', (_, before, after, code) => {
    expect(whyNotSilence(before, after, 'Firm')?.code ?? null).toBe(code)
  })

  test('with a person go all of their ways', () => {
    const choices = { 'late sms': true, 'bank-refused sms': true }
    const before = of({ desk: { ...desk, email: '', phones: [] }, people: [{ ...priya, choices }] })
    const after = { ...before, people: [] }
    expect(silencedBy(before, after)).toEqual(['bank-refused', 'late'])
    const refusal = whyNotLose(before, after, 'Firm')
    expect(refusal && say(lastWayWords, refusal).text).toBe(
      'This is Firm’s last way to hear of “Refused by the bank” away from the screen. It stays on until you or a colleague has another.',
    )
    expect(whyNotLose(before, { ...before, people: [{ ...priya, choices }] }, 'Firm')).toBeNull()
  })

  test('the words of one tick', () => {
    const refusal = whyNotSilence(oneWay, off('late'), 'Firm')
    expect(refusal && say(lastWayWords, refusal).text).toBe(
      'Firm’s last way to hear of it away from the screen. It stays on until you or a colleague has another.',
    )
  })
})
