import { expect, test } from 'vitest'
import { drawnNext, keptOf, keysBetween, paceAfter, piecesOf } from './row-window.ts'

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const slots = keys.map((key) => ({ key, row: key }))
const heights = keys.map((_, at) => (at % 2 === 0 ? 40 : 60))

const shapeOf = (drawn: ReadonlySet<string>, kept: ReadonlySet<number> = new Set()) =>
  piecesOf(slots, heights, (key, at) => drawn.has(key) || kept.has(at)).map((piece) =>
    piece.kind === 'row' ? piece.slot.key : piece.px,
  )

test('the rows between two heights are those that reach into them', () => {
  expect(keysBetween(keys, heights, { top: 40, bottom: 140 })).toEqual(['b', 'c'])
  expect(keysBetween(keys, heights, { top: 39, bottom: 141 })).toEqual(['a', 'b', 'c', 'd'])
  expect(keysBetween(keys, heights, { top: -500, bottom: -10 })).toEqual([])
  expect(keysBetween(keys, heights, { top: 390, bottom: 9000 })).toEqual(['h'])
})

test('what is not drawn keeps its room, and all pieces together are as high as the list', () => {
  expect(shapeOf(new Set(['c', 'd']))).toEqual([100, 'c', 'd', 200])
  expect(shapeOf(new Set(keys))).toEqual(keys)
  expect(shapeOf(new Set())).toEqual([400])
})

test('the first, the last and what somebody works with stay drawn, with the neighbours to which the keyboard goes on', () => {
  expect(shapeOf(new Set(), keptOf(slots, ['e', 'not there', undefined]))).toEqual([
    'a',
    100,
    'd',
    'e',
    'f',
    40,
    'h',
  ])
})

test('rows come a few at a time, those that are seen first, and those that are far away leave when nothing scrolls', () => {
  const view = { seen: ['e', 'f'], near: ['c', 'd', 'e', 'f', 'g'], most: 2, isStill: true }
  const steps = [new Set(['a', 'b']) as ReadonlySet<string>]
  for (let step = 0; step < 5; step++) steps.push(drawnNext(steps.at(-1) ?? new Set(), view))
  expect(steps.map((drawn) => [...drawn].sort().join(''))).toEqual([
    'ab',
    'abef',
    'abcdef',
    'abcdefg',
    'cdefg',
    'cdefg',
  ])
  expect(steps.at(-1)).toBe(steps.at(-2))
})

test('while it scrolls they leave only with those that come, once they are too many', () => {
  const far = Array.from({ length: 9 }, (_, at) => `far ${at}`)
  const view = { seen: [], near: ['c', 'd'], most: 1, isStill: false }
  expect([...drawnNext(new Set([...far, 'c']), view)]).toEqual([...far.slice(1), 'c', 'd'])
  const all = new Set([...far.slice(1), 'c', 'd'])
  expect(drawnNext(all, view)).toBe(all)
})

test('a frame that took long is followed by fewer rows, but never by none', () => {
  expect(paceAfter(8, 100)).toBe(4)
  expect(paceAfter(1, 1000)).toBe(1)
  expect(paceAfter(4, 25)).toBe(4)
  expect(paceAfter(4, 16)).toBe(5)
  expect(paceAfter(8, 16)).toBe(8)
})
