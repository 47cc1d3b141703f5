import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '#domain/people/actor.ts'
import type { Change } from '../../db/event-reader.ts'
import { openAudiences } from './audiences.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nurse = (nth: number): Actor => ({
  kind: 'member',
  accountId: `nurse-${nth}`,
  email: `nurse.${nth}@firm.test`,
  displayName: 'Firm',
  product: 'pilot',
  role: 'staff',
  organisationId: 'firm',
  accountStatus: 'active',
  isApprovingBlocked: false,
})

const raised = (id: string, hospitalId = 'firm'): Change => ({
  ...{ id: 1, txid: '1', subjectKind: 'request', subjectId: id, kind: 'request-raised' },
  ...{ hospitalId, bankId: null, driverEmail: null },
})

/** So many who follow the same hospital, with what each has heard. */
function aWard(count: number, restMs: number) {
  // each audience's time of its own: 0, 0.1, 0.2 and so on between the half of the rest and the whole
  let nth = 0
  const audiences = openAudiences(
    () => restMs,
    () => (nth++ % 10) / 10,
  )
  const heard = Array.from({ length: count }, (_, nth) => {
    const ids: string[] = []
    const closed: (() => void)[] = []
    const response = {
      writableLength: 0,
      write: (text: string) => ids.push(...[...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id)),
      on: (_: string, act: () => void) => closed.push(act),
    }
    const stream = { response: response as unknown as ServerResponse, actor: nurse(nth), sessionToken: '' }
    audiences.add(stream)
    return { ids, leave: () => closed.forEach((act) => void act()) }
  })
  return { audiences, heard, changed: (id: string, of?: string) => audiences.tell([raised(id, of)]) }
}

test('X22 while there is time every one of many is told at once, and once', () => {
  const { heard, changed } = aWard(250, 0)
  changed('A')
  changed('B')
  changed('C', 'noble')
  expect(heard.filter(({ ids }) => ids.join() === 'A,B')).toHaveLength(250)
})

test('X22 in a busy moment many are told in turns: nobody misses or hears twice what was gathered, or waits longer than the rest', () => {
  const { heard, changed } = aWard(1_000, 800)
  changed('A')
  expect(heard.every(({ ids }) => ids.join() === 'A')).toBe(true)
  for (const id of ['B', 'C', 'D']) changed(id)
  expect(heard.every(({ ids }) => ids.join() === 'A')).toBe(true)
  vi.advanceTimersByTime(600)
  expect(heard.filter(({ ids }) => ids.join() === 'A,B,C,D')).toHaveLength(600)
  vi.advanceTimersByTime(201)
  expect(heard.every(({ ids }) => ids.join() === 'A,B,C,D')).toBe(true)
})

test('X22 whoever leaves in between is told nothing more, and the others all', () => {
  const { audiences, heard, changed } = aWard(150, 800)
  changed('A')
  changed('B')
  for (const { leave } of heard.slice(0, 120)) leave()
  expect(audiences.size()).toBe(30)
  vi.advanceTimersByTime(801)
  expect(heard.slice(0, 120).every(({ ids }) => ids.join() === 'A')).toBe(true)
  expect(heard.slice(120).every(({ ids }) => ids.join() === 'A,B')).toBe(true)
})

test('X26 of what only another version knows one hears that something changed, if it is theirs', () => {
  const { audiences, heard } = aWard(1, 0)
  const unknown = (id: string, hospitalId: string, subjectKind = 'request') =>
    audiences.tell([{ ...raised(id, hospitalId), subjectKind, kind: 'request-greeted' }])
  unknown('A', 'firm')
  unknown('B', 'noble')
  unknown('C', 'firm', 'nothing-we-know')
  expect(heard[0]?.ids).toEqual(['A'])
})
