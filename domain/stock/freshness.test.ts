import { expect, test } from 'vitest'
import { type ComponentCode, componentCodes } from '../basics/blood.ts'
import { days, earlier, hours, instantOf, minutes } from '../basics/time.ts'
import { freshnessOf, freshnessText, shelfLives } from './freshness.ts'

const now = instantOf('2026-11-15', '10:00')
const text = (component: ComponentCode, age: number | null) =>
  freshnessText(component, age === null ? null : earlier(now, age), now)

test.each<[ComponentCode, number, string]>([
  ['PRBC', 0, 'fresh'],
  ['PRBC', hours(24), 'fresh'],
  ['PRBC', hours(24) + 1, 'stale'],
  ['PRBC', days(42), 'stale'],
  ['PRBC', days(42) + 1, 'outlived'],
  ['SDP', days(5), 'stale'],
  ['SDP', days(5) + 1, 'outlived'],
  ['RDP', days(5) + 1, 'outlived'],
  ['FFP', days(6), 'stale'],
  ['FFP', days(366), 'outlived'],
  ['SDP', -minutes(5), 'fresh'],
])('INVENTORY-09 a count of %s that is %d ms old is %s', (component, age, freshness) => {
  expect(freshnessOf(component, earlier(now, age), now)).toBe(freshness)
})

test.each(componentCodes)('INVENTORY-09 %s that was never counted is not fresh', (component) => {
  expect(freshnessOf(component, null, now)).toBe('never')
  expect(shelfLives[component]).toBeGreaterThan(hours(24))
})

test.each<[ComponentCode, number | null, string]>([
  ['PRBC', hours(2), 'counted 2 h ago'],
  ['PRBC', hours(26), 'counted 26 h ago, count again'],
  ['SDP', days(6), 'counted 6 days ago, past its shelf life, count again'],
  ['FFP', null, 'never counted'],
])('INVENTORY-09 the age of a count of %s is told in words, too', (component, age, words) => {
  expect(text(component, age)).toBe(words)
})
