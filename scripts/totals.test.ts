import { expect, test } from 'vitest'
import { honest, playwrightTotals, vitestTotals } from './totals.ts'

const file = (...statuses: string[]) => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
})

test('passed and failed tests are counted over all files', () => {
  const report = { testResults: [file('passed', 'failed'), file('passed')] }
  expect(vitestTotals(report, false)).toEqual({ passed: 2, failed: 1 })
})

test.each(['skipped', 'pending', 'todo'])('a test that is %s has failed', (status) => {
  expect(vitestTotals({ testResults: [file('passed', status)] }, false)).toEqual({ passed: 1, failed: 1 })
})

test('tests that were not asked for do not count', () => {
  expect(vitestTotals({ testResults: [file('passed', 'skipped')] }, true)).toEqual({ passed: 1, failed: 0 })
})

test('a file that could not be read has failed', () => {
  const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] }
  expect(vitestTotals({ testResults: [file('passed'), broken] }, false)).toEqual({ passed: 1, failed: 1 })
})

test.each(['unexpected', 'skipped', 'flaky'])('a screen test that is %s has failed', (status) => {
  const inner = { specs: [{ tests: [{ status: 'expected' }] }] }
  const report = { suites: [{ suites: [inner], specs: [{ tests: [{ status }] }] }], errors: [] }
  expect(playwrightTotals(report)).toEqual({ passed: 1, failed: 1 })
})

test('an error outside of any screen test has failed', () => {
  expect(playwrightTotals({ suites: [], errors: [{}] })).toEqual({ passed: 0, failed: 1 })
})

test.each([
  ['that ran nothing', { passed: 0, failed: 0 }, 0, { passed: 0, failed: 1 }],
  ['that crashed after its tests', { passed: 3, failed: 0 }, 1, { passed: 3, failed: 1 }],
  ['with failed tests', { passed: 3, failed: 2 }, 1, { passed: 3, failed: 2 }],
  ['without a fault', { passed: 3, failed: 0 }, 0, { passed: 3, failed: 0 }],
])('a runner %s', (_, totals, code, expected) => {
  expect(honest(totals, code, false)).toEqual(expected)
})

test('a search by name may find nothing in a file that holds the word elsewhere', () => {
  expect(honest({ passed: 0, failed: 0 }, 0, true)).toEqual({ passed: 0, failed: 0 })
})
