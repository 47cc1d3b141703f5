import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeFiles, importsOf, read, root } from '../../checks/source.ts'
import type { Guard } from './mutants.ts'

export type NumberedGuard = Guard & { id: number }

/** What a run of the tests is told. */
export type GuardTrial = {
  guards: readonly NumberedGuard[]
  /** Of each file of tests, those that it tries. */
  ofFile: Record<string, number[]>
  /** Those that are out from the beginning to the end, if they are not for each test to try. */
  on: number[] | null
}

/** They start nothing, and need no database. */
const isOfRules = (path: string): boolean => /^(domain|contract|web)\//.test(path)
/** They ask every route, with others' things too. */
const ofEveryRoute = ['trust/F07-who-may.test.ts', 'trust/F09-strangers.test.ts']

/**
 * The numbers of those that a test saw. First all together: by tests of the rules that reach them, then by the stories
 * of their capability. What lives then is taken out by itself for whole runs: some tests cannot be done twice. Those
 * that are said to live are taken out together: tests that are green without all of them are green without each.
 */
export async function seenOf(
  guards: readonly NumberedGuard[],
  isSaidToLive: (guard: Guard) => boolean,
): Promise<Set<number>> {
  const seen = new Set<number>()
  const left = () => guards.filter(({ id }) => !seen.has(id))
  for (const testsOf of [rules, stories]) {
    const found = await tryTogether(left(), testsOf)
    for (const id of found) seen.add(id)
  }
  const said = left().filter(isSaidToLive)
  const doLive = said.length > 0 && !(await areSeen(said))
  for (const guard of left())
    if (!(doLive && said.includes(guard)) && (await areSeen([guard]))) seen.add(guard.id)
  return seen
}

const rules = ({ path }: Guard): string[] =>
  testsAround(path).filter((one) => isOfRules(one) && one.endsWith('.test.ts'))

/** What all of them share is asked for by requests most of all; an order with a number of the hospital's comes by FHIR. */
const alsoIn: Record<string, readonly string[]> = {
  db: ['messages', 'requests', 'matching'],
  requests: ['fhir'],
}

/** Every story reaches everything by way of the server, so imports alone choose nothing. */
function stories({ path }: Guard): string[] {
  const capability = path.split('/')[1] ?? ''
  const folders = [capability, ...(alsoIn[capability] ?? [])]
  const long = path.replace(/-store\.ts$/, '.long.ts')
  return testsAround(path).filter(
    (one) =>
      one === long ||
      (one.endsWith('.test.ts') && one.startsWith('server/') && folders.includes(one.split('/')[1] ?? '')),
  )
}

/** They put something in the place of a module, which others may have imported before. */
const isMocking = (path: string): boolean => read(path).text.includes('vi.mock(')

let users: Map<string, string[]> | null = null
const around = new Map<string, string[]>()

/** The tests that reach a file by imports, the nearest first. */
function testsAround(path: string): string[] {
  const known = around.get(path)
  if (known) return known
  if (!users) {
    users = new Map()
    for (const file of codeFiles())
      for (const { to } of importsOf(file)) users.set(to, [...(users.get(to) ?? []), file.path])
  }
  const reached = new Set([path])
  for (const one of reached) for (const user of users.get(one) ?? []) reached.add(user)
  const tests = [...reached].filter((one) => /\.(test|long)\.ts$/.test(one) && !isMocking(one))
  around.set(path, tests)
  return tests
}

async function tryTogether(
  guards: readonly NumberedGuard[],
  testsOf: (guard: Guard) => string[],
): Promise<Set<number>> {
  const pairs = guards.flatMap((guard) => testsOf(guard).map((test, nth) => ({ test, nth, id: guard.id })))
  if (pairs.length === 0) return new Set()
  const ofFile: GuardTrial['ofFile'] = {}
  // what is near to one of them first: files whose guards are all seen are not run
  for (const { test, id } of pairs.toSorted((a, b) => a.nth - b.nth))
    ofFile[test] = [...(ofFile[test] ?? []), id]
  const { lines, said } = await runTests({ guards, ofFile, on: null }, Object.keys(ofFile))
  const red = lines.filter((line) => line.startsWith('red '))
  if (red.length > 0) throw new Error(`red without a mutant:\n${red.join('\n')}\n${said}`)
  return new Set(lines.flatMap((line) => (line.startsWith('dead ') ? [Number(line.split(' ')[1])] : [])))
}

/** Whether a test of theirs turns red when all of them are out. */
async function areSeen(guards: readonly NumberedGuard[]): Promise<boolean> {
  const own = [...new Set(guards.flatMap((guard) => [...rules(guard), ...stories(guard)]))]
  const isOfServer = guards.some(({ path }) => path.startsWith('server/'))
  for (const files of [own, isOfServer ? ofEveryRoute : []])
    if (files.length > 0 && !(await isGreen(guards, files))) {
      // a test that is red anyway would see every guard
      if (!(await isGreen([], files))) throw new Error(`red without a mutant: ${files.join(' ')}`)
      return true
    }
  return false
}

/** Whether all of those tests are green with the guards out. */
async function isGreen(guards: readonly NumberedGuard[], files: string[]): Promise<boolean> {
  const { code } = await runTests({ guards, ofFile: {}, on: guards.map(({ id }) => id) }, files)
  return code === 0
}

async function runTests(trial: GuardTrial, files: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'guards-'))
  const place = join(folder, 'trial.json')
  writeFileSync(place, JSON.stringify(trial))
  const { code, said } = await new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.guards.config.ts', ...files], {
      cwd: root,
      env: {
        ...process.env,
        // at their small size
        TEST_TIER: '',
        GUARDS: place,
        ...(files.every(isOfRules) ? { GUARDS_OF_RULES: '1' } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said = (said + text).slice(-4_000)
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
  const lines = readdirSync(folder)
    .filter((name) => name !== 'trial.json')
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  rmSync(folder, { recursive: true })
  return { code, said, lines }
}
