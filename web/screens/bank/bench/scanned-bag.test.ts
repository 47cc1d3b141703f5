import { expect, test } from 'vitest'
import { bagIn } from './scanned-bag.ts'

const prbc = { id: 'one', number: 'T000017', component: 'PRBC' as const, division: '' }
const ffp = { ...prbc, id: 'two', component: 'FFP' as const }
const other = { ...prbc, id: 'three', number: 'T000018' }
const number = 'A999926014381'
const a0 = { id: 'a', number, component: 'PRBC' as const, division: 'A0' }
const b0 = { ...a0, id: 'b', division: 'B0' }
const wanted = { component: 'PRBC' as const }

test('a bag in view is found by what its scanner types, in small letters and with blanks too', () => {
  expect(bagIn('T000017', [prbc, other], wanted)).toEqual({ bagId: 'one' })
  expect(bagIn(' t000018 ', [prbc, other], wanted)).toEqual({ bagId: 'three' })
  expect(bagIn('T000017', [prbc, ffp], wanted)).toEqual({ bagId: 'one' })
})

test('AMB-381 of several parts with one number none is guessed: they are there to be pressed', () => {
  const text = `There are several parts of ${number}. Please press the one you mean.`
  for (const typed of [number, `=${number}00`, `=${number}00=<E0336V00`])
    expect(bagIn(typed, [a0, b0, prbc], wanted)).toEqual({ text, parts: [a0, b0] })
  const platelets = { component: 'SDP' as const }
  expect(bagIn('T000017', [prbc, ffp], platelets)).toMatchObject({ parts: [prbc, ffp] })
})

test.each([
  [`=${number}00=<E0336VA0`, 'a'],
  [`=+02000=${number}00=<E0336VB0`, 'b'],
  [`${number} A0`, 'a'],
  [`${number}4 b0`, 'b'],
  [' a9999 26 014381 b0 ', 'b'],
])('AMB-381 %s says which part it is', (typed, bagId) => {
  expect(bagIn(typed, [a0, b0], wanted)).toEqual({ bagId })
})

test('AMB-381 once a part was asked for its product code alone says which', () => {
  expect(bagIn('=<E0336VB0', [a0, b0], { ...wanted, asked: [a0, b0] })).toEqual({ bagId: 'b' })
  expect(bagIn('=<E0336V00', [a0, b0], { ...wanted, asked: [a0, b0] })).toMatchObject({ parts: [a0, b0] })
  expect(bagIn('=%6200', [a0, b0], { ...wanted, asked: [a0, b0] })).toEqual({
    text: 'This is not a bag number: it is a blood group.',
  })
  expect(bagIn('=<E0336VB0', [a0, b0], wanted)).toMatchObject({
    text: expect.stringContaining('a product code'),
  })
})

test('AMB-381 what was scanned already is asked for no more', () => {
  expect(bagIn(number, [a0, b0], { ...wanted, out: ['a'] })).toEqual({ bagId: 'b' })
  for (const [typed, out] of [
    [number, ['a', 'b']],
    [`${number} A0`, ['a']],
  ] as const)
    expect(bagIn(typed, [a0, b0], { ...wanted, out })).toEqual({ text: 'This bag was scanned already.' })
})

test('AMB-381 a bag without a part is meant by each, and one part never by another', () => {
  const whole = { ...a0, id: 'whole', division: '' }
  expect(bagIn(`${number} A0`, [whole], wanted)).toEqual({ bagId: 'whole' })
  expect(bagIn(`=${number}00=<E0336VA0`, [whole, a0], wanted)).toEqual({ bagId: 'a' })
  expect(bagIn(`${number} A0`, [b0], wanted)).toEqual({ number, division: 'A0' })
})

test('what is not in view is told by its number; what is no number is said', () => {
  expect(bagIn('T000019', [prbc], wanted)).toEqual({ number: 'T000019', division: '' })
  expect(bagIn('&>0261162359', [prbc], wanted)).toMatchObject({ text: expect.stringContaining('expiry') })
})
