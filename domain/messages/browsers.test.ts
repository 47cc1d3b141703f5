import { expect, test } from 'vitest'
import { mostBrowsers, PushWords, pushKeptFor, whyNotRing } from './browsers.ts'

const draft = {
  endpoint: 'https://push.example.org/x',
  p256dh: `B${'a'.repeat(86)}`,
  auth: 'a'.repeat(22),
}

test.each([
  ['whole', {}, 0, null],
  ['a point that is compressed', { p256dh: `A${'a'.repeat(43)}` }, 0, 'keys-wrong'],
  ['a point cut short', { p256dh: `B${'a'.repeat(85)}` }, 0, 'keys-wrong'],
  ['other letters', { auth: `${'a'.repeat(21)}+` }, 0, 'keys-wrong'],
  ['no auth', { auth: '' }, 0, 'keys-wrong'],
  ['one less than the most', {}, mostBrowsers - 1, null],
  ['as many as may be', {}, mostBrowsers, 'too-many-browsers'],
] as const)('AMB-303 a browser with %s', (_, change, others, code) => {
  expect(whyNotRing({ ...draft, ...change }, others)?.code ?? null).toBe(code)
})

test.each(['/dashboard', '/driver/1a2b3c4d'])('a push leads to %s', (path) => {
  expect(PushWords.safeParse({ title: 't', words: 'w', path, tag: 'x', at: new Date(0) }).success).toBe(true)
})

test.each(['', '//evil.example', 'https://evil.example', 'dashboard'])(
  'AMB-305 a push never leads to %j',
  (path) => {
    expect(PushWords.safeParse({ title: 't', words: 'w', path, tag: 'x', at: new Date(0) }).success).toBe(
      false,
    )
  },
)

test('AMB-305 what is about safety is kept longer for a browser that is away', () => {
  expect([true, false].map(pushKeptFor)).toEqual([43_200, 14_400])
})
