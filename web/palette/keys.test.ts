import { describe, expect, test } from 'vitest'
import { keyAct, type Pressed, typedWith, type Where } from './keys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }
const here: Where = { isTyping: false, isCovered: false, areOff: false }
const act = (pressed: Partial<Pressed> & { key: string }, where: Partial<Where> = {}) =>
  keyAct({ ...plain, ...pressed }, { ...here, ...where })

test.each([
  ['/', { do: 'search' }],
  ['?', { do: 'sheet' }],
  ['j', { do: 'row', step: 1 }],
  ['k', { do: 'row', step: -1 }],
  ['a', { do: 'press', key: 'a' }],
  ['r', { do: 'press', key: 'r' }],
  ['u', { do: 'press', key: 'u' }],
  ['Enter', { do: 'open' }],
  ['q', null],
  ['Tab', null],
  ['J', null],
])('AMB-255 %s does %j', (key, what) => {
  expect(act({ key })).toEqual(what)
})

const letters = ['/', '?', 'j', 'k', 'a', 'r', 'u', 'x', 'n', '.']

describe('AMB-255 a key of one letter does nothing', () => {
  test.each(letters)('%s while somebody types, with a modifier, under a popup, or switched off', (key) => {
    expect(act({ key }, { isTyping: true })).toBeNull()
    expect(act({ key }, { isCovered: true })).toBeNull()
    expect(act({ key }, { areOff: true })).toBeNull()
    for (const held of ['ctrlKey', 'metaKey', 'altKey']) {
      if (key !== 'k' || held === 'altKey') expect(act({ key, [held]: true }), held).toBeNull()
    }
  })

  test.each(['a', 'r', 'u', 'x', 'n'])('%s in capitals, or held down', (key) => {
    expect(act({ key: key.toUpperCase(), shiftKey: true })).toBeNull()
    expect(act({ key, repeat: true })).toBeNull()
  })
})

test('AMB-254 Ctrl K and ⌘ K open the palette from anywhere, but not over a popup', () => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    expect(act({ key: 'k', ...held })).toEqual({ do: 'palette' })
    expect(act({ key: 'K', ...held }, { isTyping: true, areOff: true })).toEqual({ do: 'palette' })
    expect(act({ key: 'k', ...held }, { isCovered: true })).toBeNull()
    expect(act({ key: 'k', shiftKey: true, ...held })).toBeNull()
  }
})

test('AMB-255 ? and / with shift, as some keyboards have them', () => {
  expect(act({ key: '?', shiftKey: true })).toEqual({ do: 'sheet' })
  expect(act({ key: '/', shiftKey: true })).toEqual({ do: 'search' })
})

test.each([
  ['a letter', { key: 'R' }, 'meeR'],
  ['a space', { key: ' ' }, 'mee '],
  ['Backspace', { key: 'Backspace' }, 'me'],
  ['Enter', { key: 'Enter' }, null],
  ['the palette’s key again', { key: 'k', ctrlKey: true }, null],
])('AMB-255 typed before the palette is there: %s', (_, pressed, text) => {
  expect(typedWith('mee', { ...plain, ...pressed })).toBe(text)
})
