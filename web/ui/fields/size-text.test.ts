import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [640_000, '640 KB'],
  [999_999, '1000 KB'],
  [1_000_000, '1.0 MB'],
  [2_840_000, '2.8 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
