import { describe, expect, test } from 'vitest'
import { FindText, idToFind, marksIn, nameHas, whyNotFind, wordsToFind } from './finding.ts'

describe('AMB-253 what is looked for', () => {
  test.each([
    ['Priya', ['priya']],
    ['  PRIYA   Venkatesan ', ['priya', 'venkatesan']],
    ['priya priya', ['priya']],
    ['S. Priya', ['priya']],
    ['CH-20944', ['ch', '20944']],
    ["O'Neil", ['neil']],
    ['பிரியா வெங்கடேசன்', ['பிரியா', 'வெங்கடேசன்']],
    ['p', []],
    ['- % _ \\ &', []],
  ])('%j is %j', (typed, words) => {
    expect(wordsToFind(typed)).toEqual(words)
  })

  test.each([
    ['0123abcd', '0123abcd'],
    ['#0123-ABCD', '0123abcd'],
    ['0123 abcd', '0123abcd'],
    ['0123', '0123'],
    ['012', null],
    ['0123abcde', null],
    ['priya', null],
  ])('the request ID in %j is %j', (typed, id) => {
    expect(idToFind(typed)).toBe(id)
  })

  test.each([
    ['', 'too-short'],
    ['p', 'too-short'],
    ['s p', 'too-short'],
    ['---', 'too-short'],
    ['pr', null],
    ['ப', 'too-short'],
    ['பி', null],
    ['12', null],
    ['0 1 2 3', null],
  ])('%j is refused: %j', (typed, code) => {
    expect(whyNotFind(typed)?.code ?? null).toBe(code)
  })

  test('more than 100 characters are refused, not cut', () => {
    expect(FindText.safeParse('p'.repeat(100)).success).toBe(true)
    expect(FindText.safeParse('p'.repeat(101)).success).toBe(false)
  })
})

test.each([
  ['Priya Devi', 'pri', true],
  ['Priya Devi', 'dev', true],
  ['Priya Devi', 'riya', false],
  ['Lifeline-Lima', 'lima', true],
  ['பிரியா', 'பிரி', true],
])('AMB-253 %s has a word that begins with %s: %s', (name, word, isThere) => {
  expect(nameHas(name, word)).toBe(isThere)
})

describe('AMB-253 what is marked', () => {
  const marked = (text: string, words: string[], kind?: 'name' | 'number') => {
    let shown = ''
    let at = 0
    for (const { from, to } of marksIn(text, words, kind)) {
      shown += `${text.slice(at, from)}[${text.slice(from, to)}]`
      at = to
    }
    return shown + text.slice(at)
  }

  test.each([
    ['Priya Venkatesan', ['pri'], '[Pri]ya Venkatesan'],
    ['Priya Venkatesan', ['ven', 'pri'], '[Pri]ya [Ven]katesan'],
    ['Priya Priyanka', ['pri', 'priya'], '[Priya] [Priya]nka'],
    ['Supriya', ['pri'], 'Supriya'],
    ['a+b (x)', ['x'], 'a+b ([x])'],
    ['பிரியா தேவி', ['தே'], 'பிரியா [தே]வி'],
    ['😀Priya', ['pri'], '😀Priya'],
  ])('%s for %j', (text, words, shown) => {
    expect(marked(text, words)).toBe(shown)
  })

  test('of a number, whatever stands between its parts', () => {
    expect(marked('CH-20944', ['ch', '209'], 'number')).toBe('[CH]-[209]44')
    expect(marked('CH-20944', ['ch209'], 'number')).toBe('[CH-209]44')
    expect(marked('CH/20.944', ['ch20944'], 'number')).toBe('[CH/20.944]')
  })
})
