export type Totals = { passed: number; failed: number }

type VitestReport = {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

/** A test that was skipped proves nothing, and a file that could not be read hides its tests: both fail. */
export function vitestTotals(report: VitestReport, isNarrowed: boolean): Totals {
  const tests = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ status }) => status),
  )
  const counted = tests.filter((status) => !(isNarrowed && isNotRun(status)))
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const passed = counted.filter((status) => status === 'passed').length
  return { passed, failed: counted.length - passed + broken.length }
}

const isNotRun = (status: string) => ['skipped', 'pending', 'todo', 'disabled'].includes(status)

type Suite = { suites?: Suite[]; specs?: { tests: { status: string }[] }[] }
type PlaywrightReport = { suites: Suite[]; errors: unknown[] }

/** A test that passed at a second try only is as good as one that failed: it says something different each time. */
export function playwrightTotals({ suites, errors }: PlaywrightReport): Totals {
  const statuses = suites.flatMap(statusesIn)
  const passed = statuses.filter((status) => status === 'expected').length
  return { passed, failed: statuses.length - passed + errors.length }
}

const statusesIn = ({ suites = [], specs = [] }: Suite): string[] => [
  ...suites.flatMap(statusesIn),
  ...specs.flatMap(({ tests }) => tests.map(({ status }) => status)),
]

/** A runner that crashed, ended badly without naming a test, or ran nothing at all counts as one failure. */
export function honest(totals: Totals, code: number, mayBeEmpty: boolean): Totals {
  const isEmpty = totals.passed === 0 && !mayBeEmpty
  return totals.failed === 0 && (code !== 0 || isEmpty) ? { ...totals, failed: 1 } : totals
}
