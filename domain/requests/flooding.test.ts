import { expect, test } from 'vitest'
import { say } from '../basics/refusal.ts'
import { instantOf } from '../basics/time.ts'
import { floodWords, gatheredWords, isGathered, whyNotRaiseMore } from './flooding.ts'

const limits = { gatheredAfter: 60, refusedFrom: 600 }

test.each([
  [1, 'told'],
  [60, 'told'],
  [61, 'gathered'],
  [599, 'gathered'],
  [600, 'refused'],
  [5_000, 'refused'],
])('AMB-226 raise %i of an hour is %s', (nth, what) => {
  const refusal = whyNotRaiseMore(nth, limits)
  expect(refusal ? 'refused' : isGathered(nth, limits) ? 'gathered' : 'told').toBe(what)
})

test('AMB-226 who is refused is told of the phone', () => {
  const refusal = whyNotRaiseMore(600, limits)
  expect(refusal && say(floodWords, refusal).text).toMatch(/raised 599 requests.*call the provider/)
})

test.each([
  [1, '1 more request was raised since 10:40 am'],
  [440, '440 more requests were raised since 10:40 am'],
])('AMB-226 %i gathered', (count, words) => {
  expect(gatheredWords(count, instantOf('2026-11-16', '10:40'))).toBe(words)
})
