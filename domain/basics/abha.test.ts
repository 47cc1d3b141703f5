import { expect, test } from 'vitest'
import { abhaNumber, foldedId } from './abha.ts'

test.each([
  ['22-7225-4829-5255', '22-7225-4829-5255'],
  ['22722548295255', '22-7225-4829-5255'],
  [' 22 7225 4829 5255 ', '22-7225-4829-5255'],
  ['22‑7225–4829-5255', '22-7225-4829-5255'],
  ['2272254829525', null],
  ['227225482952556', null],
  ['22-7225-4829-525X', null],
  ['asha@abdm', null],
  ['२२७२२५४८२९५२५५', null],
  ['', null],
])('AMB-419 the ABHA number %s is %s', (text, number) => {
  expect(abhaNumber(text)).toBe(number)
})

test('AMB-419 it is one patient’s however it is written; other IDs are compared as before', () => {
  expect(foldedId('22722548295255')).toBe(foldedId('22-7225-4829-5255'))
  expect(foldedId(' UH-118 ')).toBe('uh-118')
  expect(foldedId('UH118')).not.toBe(foldedId('UH-118'))
})
