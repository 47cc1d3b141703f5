import { expect, test } from 'vitest'
import { componentCodes } from '../basics/blood.ts'
import { say } from '../basics/refusal.ts'
import {
  changedPrices,
  editableComponents,
  mostPaise,
  priceCeilings,
  priceWords,
  whyNotPrice,
} from './pricing.ts'

test.each([
  ['no price at all', {}, ['PRBC', 'FFP']],
  ['the two', { PRBC: 1, FFP: 1 }, ['PRBC', 'FFP']],
  ['SDP', { PRBC: 1, FFP: 1, SDP: 1 }, ['PRBC', 'FFP', 'SDP']],
  ['RDP and SDP', { PRBC: 1, FFP: 1, RDP: 0, SDP: 1 }, ['PRBC', 'FFP', 'RDP', 'SDP']],
  ['SDP alone', { SDP: 1 }, ['PRBC', 'FFP', 'SDP']],
])('PRICES-03 AMB-172 of a bank with %s are edited', (_, prices, codes) => {
  expect(editableComponents(prices)).toEqual(codes)
})

const edited = ['PRBC', 'FFP']

test.each([
  ['whole amounts', { PRBC: 155_000, FFP: 40_000 }, null],
  ['nought', { PRBC: 0, FFP: 0 }, null],
  ['the most', { PRBC: mostPaise, FFP: 0 }, null],
  ['a blank', { PRBC: 155_000 }, 'form-incomplete'],
  ['what is no amount', { PRBC: null, FFP: 0 }, 'not-an-amount'],
  ['less than nought', { PRBC: 0, FFP: -1 }, 'not-an-amount'],
  ['half a paisa', { PRBC: 0.5, FFP: 0 }, 'not-an-amount'],
  ['no number', { PRBC: Number.NaN, FFP: 0 }, 'not-an-amount'],
  ['more than the most', { PRBC: mostPaise + 1, FFP: 0 }, 'too-much'],
  ['a price that is not edited here', { PRBC: 0, FFP: 0, SDP: 1 }, 'not-edited-here'],
])('PRICES-06 AMB-173 %s', (_, draft, code) => {
  expect(whyNotPrice(draft, edited)?.code ?? null).toBe(code)
})

test('PRICES-06 the first that is wrong is named, in the order of the form', () => {
  expect(whyNotPrice({ PRBC: 1, FFP: null }, edited)).toMatchObject({ field: 'FFP' })
  expect(whyNotPrice({}, edited)).toMatchObject({ field: 'PRBC' })
  const tooMuch = whyNotPrice({ PRBC: mostPaise + 1, FFP: 0 }, edited)
  expect(tooMuch && say(priceWords, tooMuch).text).toBe('Please enter at most ₹5,00,000.00.')
})

test('PRICES-07 what changed is told with what it was', () => {
  expect(changedPrices({ PRBC: 1, FFP: 2 }, { PRBC: 1, FFP: 3, SDP: 4 })).toEqual({
    FFP: { from: 2, to: 3 },
    SDP: { from: null, to: 4 },
  })
  expect(changedPrices({ PRBC: 1 }, { PRBC: 1 })).toEqual({})
})

test('PRICES-03 every component has a ceiling, and the government one is the lower', () => {
  for (const code of componentCodes) {
    const { government, others } = priceCeilings[code]
    expect(government ?? 0, code).toBeLessThan(others)
  }
})
