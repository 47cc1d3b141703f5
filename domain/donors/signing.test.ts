import { expect, test } from 'vitest'
import { languageIn } from './languages.ts'
import { donorTextLimits } from './limits.ts'
import {
  largestSignature,
  preferences,
  SignatureDraft,
  signatureSize,
  whyNotDrawing,
  whyNotSign,
} from './signing.ts'

test('a signature is drawn on 500 x 200 points, or typed as a name of at most 120', () => {
  expect([signatureSize, largestSignature]).toEqual([{ width: 500, height: 200 }, 204_800])
  expect([...preferences]).toEqual(['typed', 'drawn'])
  const isRead = (length: number) => SignatureDraft.safeParse({ name: 'x'.repeat(length) }).success
  expect([isRead(120), isRead(121)]).toEqual([true, false])
  expect(SignatureDraft.parse({})).toEqual({ preference: null, name: '' })
})

test('AMB-139 what is missing of a signature', () => {
  expect(whyNotSign({ preference: null, name: 'A' }, true)).toEqual({
    code: 'no-preference',
    field: 'preference',
  })
  expect(whyNotSign({ preference: 'typed', name: ' ' }, true)).toEqual({
    code: 'no-name',
    field: 'signature',
  })
  expect(whyNotSign({ preference: 'typed', name: 'A' }, false)).toBeNull()
  expect(whyNotSign({ preference: 'drawn', name: 'A' }, false)).toEqual({
    code: 'not-drawn',
    field: 'signature',
  })
  expect(whyNotSign({ preference: 'drawn', name: '' }, true)).toBeNull()
  expect(whyNotDrawing(null)).toEqual({ code: 'not-a-signature', field: 'signature' })
  expect(whyNotDrawing({ isBlank: true })).toEqual({ code: 'not-drawn', field: 'signature' })
  expect(whyNotDrawing({ isBlank: false })).toBeNull()
})

test('AMB-198 how long what a donor writes may be; a language that is not known counts as English', () => {
  const most = { phone: 200, email: 200, address: 200, altAddress: 200, lastMeal: 200 }
  expect(donorTextLimits).toEqual({ name: 120, ...most })
  expect(['ta', 'en', 'te', null].map(languageIn)).toEqual(['ta', 'en', 'en', 'en'])
})
