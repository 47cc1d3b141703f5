import { expect, test } from 'vitest'
import { inWords } from './in-words.ts'

test.each([
  [0, 'Rupees Zero Only'],
  [100, 'Rupees One Only'],
  [1_950, 'Rupees Nineteen and Fifty Paise Only'],
  [2_000, 'Rupees Twenty Only'],
  [9_905, 'Rupees Ninety Nine and Five Paise Only'],
  [10_000, 'Rupees One Hundred Only'],
  [145_000, 'Rupees One Thousand Four Hundred Fifty Only'],
  [10_000_000, 'Rupees One Lakh Only'],
  [12_345_650, 'Rupees One Lakh Twenty Three Thousand Four Hundred Fifty Six and Fifty Paise Only'],
  [1_000_000_000, 'Rupees One Crore Only'],
  [
    123_456_789_01,
    'Rupees Twelve Crore Thirty Four Lakh Fifty Six Thousand Seven Hundred Eighty Nine and One Paise Only',
  ],
])('INVOICES-15 %i paise are %s', (paise, words) => {
  expect(inWords(paise)).toBe(words)
})
