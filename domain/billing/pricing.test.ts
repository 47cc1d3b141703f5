import { expect, test } from 'vitest'
import { conflictsIn } from '#testing/makers/rules.ts'
import { componentCodes } from '../basics/blood.ts'
import { say } from '../basics/refusal.ts'
import {
  bankPriceSheet,
  changedPrices,
  deliveryPriceSheet,
  mostPaise,
  priceCeilings,
  priceWords,
  whyNotPrice,
} from './pricing.ts'

const none = bankPriceSheet({})
const priced = bankPriceSheet({ PRBC: 1, FFP: 1, SDP: 1 })

test.each([
  ['the two that every bank has', none, { PRBC: 1, FFP: 1 }, null],
  ['SDP for the first time', none, { PRBC: 1, FFP: 1, SDP: 1 }, null],
  ['RDP for the first time, beside an SDP', priced, { PRBC: 1, FFP: 1, RDP: 0, SDP: 1 }, null],
  ['no PRBC', none, { FFP: 1, RDP: 1, SDP: 1 }, { code: 'form-incomplete', field: 'PRBC' }],
  ['no FFP', none, { PRBC: 1, RDP: 1, SDP: 1 }, { code: 'form-incomplete', field: 'FFP' }],
  ['an RDP that is no amount', none, { PRBC: 1, FFP: 1, RDP: null }, { code: 'not-an-amount', field: 'RDP' }],
  ['an SDP that was emptied', priced, { PRBC: 1, FFP: 1, RDP: 1 }, { code: 'not-taken-away', field: 'SDP' }],
])('PRICES-03 AMB-209 of any bank, %s', (_, sheet, draft, refusal) => {
  const answer = whyNotPrice(draft, sheet)
  if (refusal) expect(answer).toMatchObject(refusal)
  else expect(answer).toBeNull()
})

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
  ['a price that is not edited here', { PRBC: 0, FFP: 0, WB: 1 }, 'not-edited-here'],
])('PRICES-06 AMB-173 %s', (_, draft, code) => {
  expect(whyNotPrice(draft, none)?.code ?? null).toBe(code)
})

test('PRICES-04 of deliveries no price may stay empty', () => {
  const sheet = deliveryPriceSheet(['convenience_Fee', 'delivery_rate'], {})
  expect(whyNotPrice({ convenience_Fee: 1 }, sheet)).toMatchObject({ field: 'delivery_rate' })
  expect(whyNotPrice({ convenience_Fee: 1, delivery_rate: 0 }, sheet)).toBeNull()
})

test('PRICES-06 the first that is wrong is named, in the order of the form', () => {
  expect(whyNotPrice({ PRBC: 1, FFP: null }, none)).toMatchObject({ field: 'FFP' })
  expect(whyNotPrice({}, none)).toMatchObject({ field: 'PRBC' })
  const tooMuch = whyNotPrice({ PRBC: mostPaise + 1, FFP: 0 }, none)
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

test('what is nobody’s mistake is answered as a conflict', () => {
  expect(conflictsIn(priceWords)).toEqual(['not-edited-here'])
})
