import { expect, test } from 'vitest'
import type { ComponentCode } from '../basics/blood.ts'
import {
  judge,
  Temperature,
  type TemperatureBand,
  type TemperatureDoubt,
  type TemperatureVerdict,
  worstOf,
} from './temperature.ts'

const bands: Record<'PRBC' | 'SDP' | 'FFP', TemperatureBand> = {
  PRBC: { component: 'PRBC', low: 2, high: 10, askLow: 1, askHigh: 14 },
  SDP: { component: 'SDP', low: 20, high: 24, askLow: 18, askHigh: 26 },
  FFP: { component: 'FFP', low: null, high: -18, askLow: null, askHigh: 6 },
}

test.each<[keyof typeof bands & ComponentCode, number, TemperatureVerdict]>([
  ['PRBC', 2, 'within'],
  ['PRBC', 10, 'within'],
  ['PRBC', 1.9, 'ask'],
  ['PRBC', 10.1, 'ask'],
  ['PRBC', 1, 'ask'],
  ['PRBC', 14, 'ask'],
  ['PRBC', 0.9, 'never'],
  ['PRBC', 14.1, 'never'],
  ['SDP', 20, 'within'],
  ['SDP', 19.9, 'ask'],
  ['SDP', 26.1, 'never'],
  ['SDP', 17.9, 'never'],
  ['FFP', -100, 'within'],
  ['FFP', -18, 'within'],
  ['FFP', -17.9, 'ask'],
  ['FFP', 6, 'ask'],
  ['FFP', 6.1, 'never'],
])('AMB-187 %s at %s °C: %s', (component, celsius, verdict) => {
  expect(judge(celsius, bands[component])).toBe(verdict)
})

test('AMB-187 a temperature is a number to a tenth of a degree', () => {
  for (const right of [-100, -18.3, 0, 0.1, 4.7, 36.6, 60]) {
    expect(Temperature.safeParse(right).success, String(right)).toBe(true)
  }
  for (const wrong of [-100.1, 4.75, 60.1, Number.NaN, Number.POSITIVE_INFINITY, '4.7']) {
    expect(Temperature.safeParse(wrong).success, String(wrong)).toBe(false)
  }
})

test('AMB-187 of several doubts of a delivery the worst counts, of two alike the later', () => {
  const warm = (temperature: number, verdict: TemperatureDoubt['verdict']) => ({ temperature, verdict })
  expect(worstOf([])).toBeNull()
  expect(worstOf([warm(15, 'never'), warm(12, 'ask')])).toEqual(warm(15, 'never'))
  expect(worstOf([warm(11, 'ask'), warm(12, 'ask')])).toEqual(warm(12, 'ask'))
  expect(worstOf([warm(15, 'never'), warm(16, 'never'), warm(12, 'ask')])).toEqual(warm(16, 'never'))
})
