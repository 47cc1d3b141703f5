/** How it went; by name, which failed and which passed at a second try only. */
export type Totals = { passed: number; failed: number; failures: string[]; again: string[] }

export const noTests: Totals = { passed: 0, failed: 0, failures: [], again: [] }

/**
 * A test that says something different each time is a defect, and is named at the end of every run. So many do not
 * stop a release on a busy machine; one more does.
 */
export const secondTries = 2

type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[]
  }[]
}

/** A test that was skipped proves nothing, and a file that could not be read hides its tests: both fail. */
export function vitestTotals(report: VitestReport, isNarrowed: boolean): Totals {
  const tests = report.testResults
    .flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, name })))
    .filter(({ status }) => !(isNarrowed && isNotRun(status)))
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = tests.filter(({ status }) => status === 'passed')
  const failed = tests.filter(({ status }) => status !== 'passed')
  return {
    passed: passed.length,
    failed: failed.length + broken.length,
    failures: [...failed, ...broken].map(whichOf),
    again: passed.filter(({ failureMessages = [] }) => failureMessages.length > 0).map(whichOf),
  }
}

const isNotRun = (status: string) => ['skipped', 'pending', 'todo', 'disabled'].includes(status)

const whichOf = ({ name, fullName = '' }: { name: string; fullName?: string }) => `${name} ${fullName}`.trim()

type Suite = {
  suites?: Suite[]
  specs?: { title?: string; file?: string; tests: { status: string }[] }[]
}
type PlaywrightReport = { suites: Suite[]; errors: unknown[] }

export function playwrightTotals({ suites, errors }: PlaywrightReport): Totals {
  const tests = suites.flatMap(testsIn)
  const named = (isOne: (status: string) => boolean) =>
    tests.filter(({ status }) => isOne(status)).map(({ which }) => which)
  const failures = named((status) => status !== 'expected' && status !== 'flaky')
  return {
    passed: tests.length - failures.length,
    failed: failures.length + errors.length,
    failures,
    again: named((status) => status === 'flaky'),
  }
}

const testsIn = ({ suites = [], specs = [] }: Suite): { which: string; status: string }[] => [
  ...suites.flatMap(testsIn),
  ...specs.flatMap(({ title = '', file = '', tests }) =>
    tests.map(({ status }) => ({ which: `${file} ${title}`.trim(), status })),
  ),
]

/** A runner that crashed, ended badly without naming a test, or ran nothing at all counts as one failure. */
export function honest(totals: Totals, code: number, mayBeEmpty: boolean): Totals {
  const isEmpty = totals.passed === 0 && !mayBeEmpty
  return totals.failed === 0 && (code !== 0 || isEmpty) ? { ...totals, failed: 1 } : totals
}
