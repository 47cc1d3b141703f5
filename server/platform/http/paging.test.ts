import { expect, test } from 'vitest'
import { placeAfter, readPlace } from './paging.ts'

const row = { id: '0a1b2c3d', raisedAt: new Date('2026-11-16T04:30:00.123Z') }

test('REQSTATUS-11 a cursor leads back to the row it was made of, to the millisecond', () => {
  const cursor = placeAfter(row, ({ raisedAt }) => raisedAt)
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(readPlace(cursor ?? '')).toEqual({ at: row.raisedAt, id: row.id })
})

test('REQSTATUS-11 no row, no cursor; no cursor, the beginning', () => {
  expect(placeAfter(undefined, () => new Date())).toBeNull()
  expect(readPlace(undefined)).toBeNull()
})

test.each([
  '',
  'x',
  '2026-11-16T04:30:00.000Z',
  '2026-99-16T04:30:00.000Z a',
  '2026-11-16T04:30:00.000Z \0',
  '0 0',
  '+275760-09-13T00:00:00.000Z a',
])('T60 a cursor of %j is refused', (text) => {
  const cursor = Buffer.from(text).toString('base64url')
  expect(() => readPlace(cursor)).toThrow(expect.objectContaining({ status: 422 }))
})
