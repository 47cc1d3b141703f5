import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyForm } from './form.ts'
import { endOldDrafts, keepDraft, readDraft } from './kept-draft.ts'

const draft = { form: { ...emptyForm, name: 'Selvi' }, language: 'ta' as const, key: 'a'.repeat(32) }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    get length() {
      return kept.size
    },
    key: (n: number) => [...kept.keys()][n] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.useFakeTimers({ now: new Date('2026-11-16T10:00:00+05:30') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const stored = () => Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n))
const hoursGoBy = (n: number) => vi.setSystemTime(Date.now() + n * 3_600_000)

test('AMB-227 a form that was begun is there again for a day, and not longer', () => {
  keepDraft('redbank', draft)
  hoursGoBy(23)
  expect(readDraft('redbank')).toEqual(draft)
  hoursGoBy(2)
  expect(readDraft('redbank')).toBeNull()
})

test('AMB-227 what was left for another bank goes after a day, and what else is kept stays', () => {
  localStorage.setItem('theme', 'dark')
  localStorage.setItem('donor-form oldbank', JSON.stringify(draft))
  keepDraft('bluebank', draft)
  hoursGoBy(20)
  keepDraft('greenbank', draft)
  hoursGoBy(5)
  endOldDrafts({ bankId: 'redbank', isKiosk: false })
  expect(stored()).toEqual(['theme', 'donor-form greenbank'])
})

test('AMB-227 a shared device lets go of every draft at once, a draft of an earlier build is still there', () => {
  localStorage.setItem('donor-form redbank', JSON.stringify(draft))
  endOldDrafts({ bankId: 'redbank', isKiosk: false })
  expect(readDraft('redbank')).toEqual(draft)
  endOldDrafts({ bankId: 'redbank', isKiosk: true })
  expect(stored()).toEqual([])
})
