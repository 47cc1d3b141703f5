import { expect, test } from 'vitest'
import { bagIn } from './scanned-bag.ts'

const prbc = { id: 'one', number: 'T000017', component: 'PRBC' as const }
const ffp = { id: 'two', number: 'T000017', component: 'FFP' as const }
const other = { id: 'three', number: 'T000018', component: 'PRBC' as const }

test('a bag in view is found by what its scanner types, in small letters and with blanks too', () => {
  expect(bagIn('T000017', [prbc, other])).toEqual({ bagId: 'one' })
  expect(bagIn(' t000018 ', [prbc, other])).toEqual({ bagId: 'three' })
})

test('of several with one number none is guessed', () => {
  expect(bagIn('T000017', [prbc, ffp])).toEqual({
    text: 'There are several parts of T000017. Please press the one you mean.',
  })
})

test('what is not in view is told by its number; what is no number is said', () => {
  expect(bagIn('T000019', [prbc])).toEqual({ number: 'T000019' })
  expect(bagIn('&>0261162359', [prbc])).toMatchObject({ text: expect.stringContaining('expiry') })
})
