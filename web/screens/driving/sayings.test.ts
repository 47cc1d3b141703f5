import { expect, test } from 'vitest'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { drivingWordsHi as hi } from '#domain/driving/words-hi.ts'
import { drivingWordsTa as ta } from '#domain/driving/words-ta.ts'
import { bagText, bandText, mayMend, notToGiveTexts, pictureWord, refusalText } from './sayings.ts'

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

test('AMB-409 a bag that ended has words of its own beside one that is called back, in every language', () => {
  const both = { notToHandOver: ['T1', 'T2 A0', 'T3'], ended: ['T2 A0', 'T3'] }
  expect(notToGiveTexts(en, both)).toEqual([
    'Do not hand over T1: not for this patient any more. Call the office.',
    'Do not hand over T2 part A0, T3: past the end of their life. Call the office.',
  ])
  const [hindi, tamil] = [hi, ta].map((words) =>
    notToGiveTexts(words, { ...both, notToHandOver: ['T3'], ended: ['T3'] }),
  )
  expect([hindi, tamil]).toEqual([
    ['T3 न सौंपें: इस्तेमाल की तारीख़ निकल चुकी है। ऑफ़िस को फ़ोन करें।'],
    ['T3 ஒப்படைக்க வேண்டாம்: காலாவதியாகிவிட்டது. அலுவலகத்தை அழைக்கவும்.'],
  ])
  expect([
    notToGiveTexts(ta, { notToHandOver: ['T1'] })[0]?.includes('காலாவதி'),
    notToGiveTexts(en, {}),
  ]).toEqual([false, []])
})
