import { expect, test } from 'vitest'
import { screens } from '../menu.ts'
import { screenHelp } from './help.ts'

test('AMB-255 every screen of every product says what it is for and what happens next', () => {
  const places = [...screens.map(({ id }) => id), 'home' as const, 'account' as const]
  for (const id of places) {
    const { about, next } = screenHelp[id]
    expect(
      [about, ...next].every((sentence) => /^[A-Z“].{15,160}[.?]$/.test(sentence)),
      id,
    ).toBe(true)
    expect(next.length, id).toBeGreaterThan(0)
  }
})
