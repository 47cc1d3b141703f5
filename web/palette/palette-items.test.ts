import { expect, test } from 'vitest'
import { firstActive, moved, titledWith } from './palette-items.ts'

const items = [
  'Orders',
  'Price Tracking',
  'Update Delivery Prices',
  'Link Blood Bank / Driver',
  'Sign out',
].map((title) => ({ key: title, title, group: 'Screens' as const }))
const titles = (typed: string) => titledWith(items, typed).map(({ item }) => item.title)

test.each([
  ['', items.map(({ title }) => title)],
  ['pri', ['Price Tracking', 'Update Delivery Prices']],
  ['bank link', ['Link Blood Bank / Driver']],
  ['o', ['Orders', 'Sign out']],
  ['/', []],
  ['(', []],
  ['zz', []],
])('AMB-254 %j offers %j', (typed, offered) => {
  expect(titles(typed)).toEqual(offered)
})

test('AMB-254 what matched is marked', () => {
  expect(titledWith(items, 'pri')[1]?.marks).toEqual([{ from: 16, to: 19 }])
})

test('AMB-254 Enter does the next thing, or opens the first that was found', () => {
  expect(firstActive(true, false, 9)).toBe(0)
  expect(firstActive(true, true, 9)).toBe(1)
  expect(firstActive(true, true, 1)).toBe(-1)
  expect(firstActive(false, true, 9)).toBe(0)
})

test('AMB-254 the arrows go round', () => {
  expect([moved(0, -1, 3), moved(2, 1, 3), moved(0, 1, 3), moved(0, 1, 0)]).toEqual([2, 0, 1, 0])
})
