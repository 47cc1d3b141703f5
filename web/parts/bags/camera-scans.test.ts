import { expect, test } from 'vitest'
import { aimedAt, nothingWatched, type SeenCode, watch } from './camera-scans.ts'

const size = { width: 1280, height: 720 }
const box = (text: string, x: number, y: number, width = 200, height = 100): SeenCode => ({
  text,
  corners: [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ],
})
const middle = box('=A999926000001001', 540, 310)

test.each<[string, SeenCode[], string | null]>([
  ['nothing', [], null],
  ['the one in the middle', [middle], middle.text],
  ['the one in the middle, beside others', [box('=%6200', 540, 500), middle], middle.text],
  ['one a little above the middle', [box('=%6200', 540, 200)], '=%6200'],
  ['one at the edge', [box('=%6200', 540, 20)], null],
  ['two as near as each other', [box('=%6200', 540, 230), box('=%5100', 540, 390)], null],
  [
    'two copies of the same, as near as each other',
    [box('=%6200', 540, 230), box('=%6200', 540, 390)],
    '=%6200',
  ],
])('AMB-350 of a picture with %s', (_, codes, aimed) => {
  expect(aimedAt(codes, size)).toBe(aimed)
})

/** What is told of what lies in the middle of one picture after the other. */
function toldOf(pictures: (string | null)[], wantsLabels = false): string[] {
  let watched = nothingWatched
  return pictures.flatMap((text) => {
    const next = watch(watched, text, wantsLabels)
    watched = next.watched
    return next.scan === null ? [] : [next.scan]
  })
}
const twice = (...texts: (string | null)[]) => texts.flatMap((text) => [text, text])
const [one, other, group] = ['=A99992600000100', '=A99992600000200', '=%5100']

test('AMB-350 one picture alone is not believed, nor two that differ', () => {
  expect(toldOf([one, null, one, other, one])).toEqual([])
  expect(toldOf([one, one])).toEqual([one])
})

test('AMB-350 a code that stays in view, or comes back, is told once', () => {
  expect(toldOf(twice(one, one, null, one, group, null, group, one))).toEqual([one, group])
})

test('AMB-350 the next bag may have the same group, and the first may come again after it', () => {
  expect(toldOf(twice(one, group, other, group, one))).toEqual([one, group, other, group, one])
})

const square = `=+03000${one}=%5100&>0263322359`

test('AMB-350 bars and square of one bag are one scan, and two where labels are wanted and the square says more', () => {
  expect(toldOf(twice(square, one))).toEqual([square])
  expect(toldOf(twice(one, square))).toEqual([one])
  expect(toldOf(twice(square, one), true)).toEqual([square])
  expect(toldOf(twice(one, square, one, square), true)).toEqual([one, square])
})

test('AMB-350 what is no bag number is told as well, once: the field says what it is', () => {
  expect(toldOf(twice('https://example.org/', 'https://example.org/', one))).toEqual([
    'https://example.org/',
    one,
  ])
})
