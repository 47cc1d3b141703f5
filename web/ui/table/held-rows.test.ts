import { expect, test } from 'vitest'
import { hold, slotsOf, waitingWords } from './held-rows.ts'

type Row = { id: string; status?: string }
const keyOf = (row: Row) => row.id
const rows = (ids: string): Row[] => [...ids].map((id) => ({ id }))
const heldOf = (shown: string, fresh: string) => hold(slotsOf(rows(shown), keyOf), rows(fresh), keyOf)
const picture = (held: ReturnType<typeof heldOf>) =>
  held.slots.map(({ key, row }) => (row ? key : '_')).join('')

test.each([
  ['a row that arrives above waits', 'abc', 'xabc', 'abc', '1 new'],
  ['a row that arrives above the only one waits', 'a', 'xa', 'a', '1 new'],
  ['a row that arrives between two waits', 'abc', 'axbc', 'abc', '1 new'],
  ['two arrivals are counted', 'abc', 'xyabc', 'abc', '2 new'],
  ['rows that arrive below the last are shown: they move nothing', 'abc', 'abcxy', 'abcxy', null],
  ['a row that left keeps its place empty', 'abc', 'ac', 'a_c', null],
  ['a last row that left gives its place up', 'abc', 'ab', 'ab', null],
  ['a new order waits', 'abc', 'cab', 'abc', 'New order'],
  ['a list that became empty is shown empty', 'abc', '', '', null],
  ['a wholly different list is shown', 'abc', 'xy', 'xy', null],
  ['arrival and leaving at once: the place stays, the row waits', 'abc', 'xac', 'a_c', '1 new'],
])('SHELL-37 while a list is held, %s', (_, shown, fresh, seen, words) => {
  const held = heldOf(shown, fresh)
  expect(picture(held)).toBe(seen)
  expect(waitingWords(held)).toBe(words)
})

test('SHELL-37 while a list is held, a row that changed is shown changed in its place', () => {
  const shown = slotsOf<Row>([{ id: 'a', status: 'pending' }, { id: 'b' }], keyOf)
  const held = hold(shown, [{ id: 'a', status: 'rejected' }, { id: 'b' }], keyOf)
  expect(held.slots[0]).toEqual({ key: 'a', row: { id: 'a', status: 'rejected' } })
})

test('SHELL-37 an empty place is filled when its row comes back', () => {
  const held = heldOf('abc', 'ac')
  expect(picture(hold(held.slots, rows('abc'), keyOf))).toBe('abc')
})
