import { expect, test } from 'vitest'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { drivingWordsHi as hi } from '#domain/driving/words-hi.ts'
import { bagText, bandText, mayMend, pictureWord, refusalText } from './sayings.ts'

test('a refusal is told in the driver’s language, with its numbers; one that has no words there as the server says it', () => {
  const wrong = { code: 'wrong-code', text: 'This is not the code.', values: { left: 4 } }
  expect(refusalText(en, wrong)).toBe('Not the right code. Tries left: 4.')
  expect(refusalText(hi, wrong)).toContain('4 बार')
  const other = { code: 'toString', text: 'Not today.' }
  expect(refusalText(en, other)).toBe('The office says: Not today.')
  expect([mayMend(wrong), mayMend(other)]).toEqual([true, false])
})

test('AMB-187 a band is told with both ends, or with the warm one alone', () => {
  const band = { component: 'PRBC' as const, low: 2, high: 10, askLow: 1, askHigh: 14 }
  expect(bandText(en, band)).toBe('2 to 10 °C')
  expect(bandText(en, { ...band, low: null, high: -18 })).toBe('−18 °C or colder')
})

test('a picture type that the provider made up is called by its name', () => {
  expect([pictureWord(en, 'Bag'), pictureWord(en, 'Seal')]).toEqual(['Bags', 'Seal'])
})

test('AMB-382 a part of a divided bag is told in the driver’s language', () => {
  expect([bagText(en, 'A999926014381'), bagText(en, 'A999926014381 A0')]).toEqual([
    'A999926014381',
    'A999926014381 part A0',
  ])
  expect(bagText(hi, 'A999926014381 A0')).toBe('A999926014381 भाग A0')
})
