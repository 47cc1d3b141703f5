import { stripVTControlCharacters } from 'node:util'

/** How it went, which failed, and which cannot be made on this machine, by name and with the first line of why. Nothing is tried twice: a test that says something different each time is a defect. */
export type Totals = { passed: number; failed: number; failures: string[]; notSeen: string[] }

export const noTests: Totals = { passed: 0, failed: 0, failures: [], notSeen: [] }

type VitestReport = {
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: {
      status: string
      fullName?: string
      failureMessages?: string[]
      meta?: { notSeen?: string }
    }[]
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
  const failed = tests.filter(({ status }) => status !== 'passed')
  const notSeen = tests.filter(({ status, meta }) => status === 'passed' && meta?.notSeen !== undefined)
  return {
    passed: tests.length - failed.length - notSeen.length,
    failed: failed.length + broken.length,
    failures: [...failed, ...broken].map(whichOf),
    notSeen: notSeen.map(({ fullName = '', meta }) => `${fullName}, because ${meta?.notSeen}`),
  }
}

const isNotRun = (status: string) => ['skipped', 'pending', 'todo', 'disabled'].includes(status)

type Failed = { name: string; fullName?: string; message?: string; failureMessages?: string[] }

const whichOf = ({ name, fullName = '', message, failureMessages = [] }: Failed) =>
  said(`${name} ${fullName}`, failureMessages[0] ?? message)

/** Whoever reads only the end of a long run learns what to look for. */
function said(which: string, why = ''): string {
  const line = stripVTControlCharacters(why).trim().split('\n', 1)[0]?.slice(0, 300)
  return line ? `${which.trim()}: ${line}` : which.trim()
}

type SceneResult = { status: string; results?: { error?: { message?: string } }[] }
type Suite = {
  suites?: Suite[]
  specs?: { title?: string; file?: string; tests: SceneResult[] }[]
}
type PlaywrightReport = { suites: Suite[]; errors: unknown[] }

export function playwrightTotals({ suites, errors }: PlaywrightReport): Totals {
  const tests = suites.flatMap(testsIn)
  const failures = tests.filter(({ status }) => status !== 'expected').map(({ which }) => which)
  return {
    passed: tests.length - failures.length,
    failed: failures.length + errors.length,
    failures,
    notSeen: [],
  }
}

const testsIn = ({ suites = [], specs = [] }: Suite): { which: string; status: string }[] => [
  ...suites.flatMap(testsIn),
  ...specs.flatMap(({ title = '', file = '', tests }) =>
    tests.map(({ status, results }) => ({
      which: said(`${file} ${title}`, results?.[0]?.error?.message),
      status,
    })),
  ),
]

/** A runner that crashed, ended badly without naming a test, or ran nothing at all counts as one failure. */
export function honest(totals: Totals, code: number, mayBeEmpty: boolean): Totals {
  const isEmpty = totals.passed + totals.notSeen.length === 0 && !mayBeEmpty
  return totals.failed === 0 && (code !== 0 || isEmpty) ? { ...totals, failed: 1 } : totals
}
