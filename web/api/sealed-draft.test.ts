import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hours } from '#domain/basics/time.ts'
import { hearTime } from '../server-clock.ts'
import { newKey } from './key.ts'
import {
  endDraft,
  endOldDrafts,
  forgetDraft,
  hasDraft,
  keepDraft,
  keyFrom,
  onDraftEnded,
  readDraft,
} from './sealed-draft.ts'

let stored: Map<string, string>
const draft = { patientName: 'Lakshmi Narayanan', patientId: 'FH-118188' }
const going = new AbortController().signal

async function aKey(): Promise<CryptoKey> {
  const key = await keyFrom(btoa(newKey()))
  if (!key) throw new Error('no cryptography here')
  return key
}

/** All that somebody finds who reads the whole storage of a shared PC. */
const whatLies = () => [...stored].flat().join('\n')

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    get length() {
      return stored.size
    },
    key: (n: number) => [...stored.keys()][n] ?? null,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('AMB-217 T13 what was typed comes back with its key, and nothing of it can be read where it lies', async () => {
  const key = await aKey()
  await keepDraft('a', key, draft, going)
  expect(hasDraft('a')).toBe(true)
  expect(whatLies()).not.toMatch(/Lakshmi|FH-118188|patient/)
  expect(await readDraft('a', key)).toEqual(draft)
  const first = whatLies()
  await keepDraft('a', key, draft, going)
  expect(whatLies()).not.toBe(first)
})

test('AMB-217 the key itself cannot be had from the page again', async () => {
  await expect(crypto.subtle.exportKey('raw', await aKey())).rejects.toThrow()
})

test('AMB-217 of another account there is none, with another key it is dropped', async () => {
  const key = await aKey()
  await keepDraft('a', key, draft, going)
  expect([hasDraft('b'), await readDraft('b', key)]).toEqual([false, null])
  expect(await readDraft('a', await aKey())).toBeNull()
  expect(stored.size).toBe(0)
})

test.each([
  ['not JSON', () => '{'],
  ['not ours', () => '"x"'],
  ['a letter changed', (kept: string) => kept.replace(/.(?="})/, (letter) => (letter === 'A' ? 'B' : 'A'))],
  ['cut off', (kept: string) => kept.replace(/.{30}(?="})/, '')],
  ['not base64', (kept: string) => kept.replace(/.(?="})/, '*')],
  ['given another end', (kept: string) => kept.replace(/(?<="until":)\d+/, (end) => `${Number(end) - 1}`)],
  ['another time', (kept: string) => kept.replace(/"until":\d+/, '"until":"never"')],
])('AMB-217 damaged (%s) it is dropped without a word', async (_, damage) => {
  const key = await aKey()
  await keepDraft('a', key, draft, going)
  const [[place, kept] = ['', '']] = stored
  const damaged = damage(kept)
  expect(damaged).not.toBe(kept)
  stored.set(place, damaged)
  expect(await readDraft('a', key)).toBeNull()
  expect(stored.size).toBe(0)
})

test('AMB-217 another account cannot pass it off as its own', async () => {
  const key = await aKey()
  await keepDraft('a', key, draft, going)
  const [[place, kept] = ['', '']] = stored
  stored.set(place.replace(/a$/, 'b'), kept)
  expect(await readDraft('b', key)).toBeNull()
})

test('AMB-217 after 12 hours it is gone, whichever page is opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const key = await aKey()
  await keepDraft('a', key, draft, going)
  vi.setSystemTime(Date.now() + hours(12) - 1)
  hearTime(new Date().toUTCString(), Date.now())
  await endOldDrafts()
  expect(hasDraft('a')).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  stored.set('crossmatch-scheme', 'dark')
  await endOldDrafts()
  expect([...stored.keys()]).toEqual(['crossmatch-scheme'])
  expect(await readDraft('a', key)).toBeNull()
})

test.each([26, -26])(
  'F30 AMB-217 on a machine that is %d hours off it outlasts a reload, though the page does not know the time yet',
  async (off) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.resetModules()
    const right = new Date('2026-11-20T10:00:00+05:30')
    vi.setSystemTime(right.getTime() + hours(off))
    stored.set('crossmatch.draft a', JSON.stringify({ until: right.getTime() + hours(11), sealed: 'AAAA' }))
    const page = { drafts: await import('./sealed-draft.ts'), clock: await import('../server-clock.ts') }
    const ended = page.drafts.endOldDrafts()
    await Promise.resolve()
    page.clock.hearTime(right.toUTCString(), Date.now())
    await ended
    expect([...stored.keys()]).toEqual(['crossmatch.draft a'])
  },
)

test('AMB-217 what was stopped while it was being sealed is not kept', async () => {
  const stop = new AbortController()
  const keeping = keepDraft('a', await aKey(), draft, stop.signal)
  stop.abort()
  await keeping
  expect(stored.size).toBe(0)
})

test('AMB-217 signing out ends it in every tab, for this account alone', async () => {
  const key = await aKey()
  await keepDraft('a', key, draft, going)
  await keepDraft('b', key, draft, going)
  const heard = Promise.withResolvers<void>()
  const others = vi.fn()
  const stop = [onDraftEnded('a', heard.resolve), onDraftEnded('b', others)]
  endDraft('a')
  await heard.promise
  expect([hasDraft('a'), hasDraft('b')]).toEqual([false, true])
  expect(others).not.toHaveBeenCalled()
  for (const end of stop) end()
})

test('AMB-217 where nothing can be stored nothing fails', async () => {
  vi.stubGlobal('localStorage', undefined)
  const key = await aKey()
  await keepDraft('a', key, draft, going)
  expect([hasDraft('a'), await readDraft('a', key)]).toEqual([false, null])
  expect([await endOldDrafts(), forgetDraft('a')]).toEqual([undefined, undefined])
})

test('AMB-217 without cryptography, on a page without TLS, there is no key', async () => {
  vi.stubGlobal('crypto', {})
  expect(await keyFrom('AAAA')).toBeNull()
})
