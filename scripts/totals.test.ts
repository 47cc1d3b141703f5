import { expect, test } from 'vitest'
import { honest, noTests, playwrightTotals, type Totals, vitestTotals } from './totals.ts'

const totals = (passed: number, failed: number, more: Partial<Totals> = {}) => ({
  ...noTests,
  passed,
  failed,
  ...more,
})

const file = (...statuses: string[]) => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
})

test('passed and failed tests are counted over all files', () => {
  const report = { testResults: [file('passed', 'failed'), file('passed')] }
  expect(vitestTotals(report, false)).toEqual(totals(2, 1, { failures: ['a.test.ts'] }))
})

test('what failed is told with the first line of why', () => {
  const assertionResults = [
    { status: 'failed', fullName: 'adds', failureMessages: ['\u001b[31mexpected 1\u001b[39m\n  at a'] },
  ]
  const { failures } = vitestTotals({ testResults: [{ ...file('failed'), assertionResults }] }, false)
  expect(failures).toEqual(['a.test.ts adds: expected 1'])
  const tests = [{ status: 'unexpected', results: [{ error: { message: 'no button\nlog' } }] }]
  const suites = [{ specs: [{ file: 'a.e2e.ts', title: 'bad', tests }] }]
  expect(playwrightTotals({ suites, errors: [] }).failures).toEqual(['a.e2e.ts bad: no button'])
})

test.each(['skipped', 'pending', 'todo'])('a test that is %s has failed', (status) => {
  expect(vitestTotals({ testResults: [file('passed', status)] }, false)).toMatchObject({
    passed: 1,
    failed: 1,
  })
})

test('a test that cannot be made here has neither passed nor failed, and is named with the reason', () => {
  const assertionResults = [{ status: 'passed', fullName: 'X10 full', meta: { notSeen: 'it needs root' } }]
  const counted = vitestTotals({ testResults: [{ ...file('passed'), assertionResults }] }, false)
  expect(honest(counted, 0, false)).toEqual(totals(0, 0, { notSeen: ['X10 full, because it needs root'] }))
})

test('tests that were not asked for do not count', () => {
  expect(vitestTotals({ testResults: [file('passed', 'skipped')] }, true)).toEqual(totals(1, 0))
})

test('a file that could not be read has failed', () => {
  const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] }
  const report = { testResults: [file('passed'), broken] }
  expect(vitestTotals(report, false)).toEqual(totals(1, 1, { failures: ['b.test.ts'] }))
})

test.each(['unexpected', 'skipped', 'flaky'])('a screen test that is %s has failed', (status) => {
  const inner = { specs: [{ tests: [{ status: 'expected' }] }] }
  const outer = { file: 'a.e2e.ts', title: 'bad', tests: [{ status }] }
  const report = { suites: [{ suites: [inner], specs: [outer] }], errors: [] }
  expect(playwrightTotals(report)).toEqual(totals(1, 1, { failures: ['a.e2e.ts bad'] }))
})

test('an error outside of any screen test has failed', () => {
  expect(playwrightTotals({ suites: [], errors: [{}] })).toEqual(totals(0, 1))
})

test.each([
  ['that ran nothing', totals(0, 0), 0, totals(0, 1)],
  ['that crashed after its tests', totals(3, 0), 1, totals(3, 1)],
  ['with failed tests', totals(3, 2), 1, totals(3, 2)],
  ['without a fault', totals(3, 0), 0, totals(3, 0)],
])('a runner %s', (_, counted, code, expected) => {
  expect(honest(counted, code, false)).toEqual(expected)
})

test('a search by name may find nothing in a file that holds the word elsewhere', () => {
  expect(honest(noTests, 0, true)).toEqual(noTests)
})
