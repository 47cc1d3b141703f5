import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeFiles, importsOf, root } from '../../checks/source.ts'
import type { CodeMutant } from './code-mutants.ts'

export type Numbered = CodeMutant & { id: number }

/** What a run of the tests is told. */
export type Trial = {
  mutants: readonly Numbered[]
  /** Of each file of tests, those that it is called again for. */
  tried: Record<string, number[]>
  /** Those of them that it can see only when everything is read anew. */
  atImport: Record<string, number[]>
  /** Without the tests that take long. */
  isQuick: boolean
}

/** They start nothing, and keep nothing that a copy of them would find. */
const isOfRules = (path: string): boolean => /^(domain|contract)\/.*\.test\.ts$/.test(path)

/** Ever wider: the tests that stand beside the file, those that import it, all that reach it. */
const circles: readonly { isIn: (path: string, near: Near) => boolean; isQuick: boolean }[] = [
  { isIn: (path, { test }) => test === path.replace(/ts$/, 'test.ts'), isQuick: true },
  { isIn: (_, { steps }) => steps === 1, isQuick: true },
  { isIn: () => true, isQuick: false },
]

/** The numbers of those that a test of the rules saw. What one circle saw is not tried in the next. */
export async function killedOf(mutants: readonly Numbered[]): Promise<Set<number>> {
  const all = testsAround(mutants)
  const dead = new Set<number>()
  for (const { isIn, isQuick } of circles) {
    const tests = new Map([...all].map(([path, around]) => [path, around.filter((one) => isIn(path, one))]))
    const left = mutants.filter(({ id }) => !dead.has(id))
    for (const id of await tryOut(left, tests, isQuick)) dead.add(id)
  }
  return dead
}

type Near = { test: string; steps: number }

/** The tests that reach a file by imports, with how far away they are. */
function testsAround(mutants: readonly Numbered[]): Map<string, Near[]> {
  const users = new Map<string, string[]>()
  for (const file of codeFiles())
    for (const { to } of importsOf(file)) users.set(to, [...(users.get(to) ?? []), file.path])
  return new Map(
    [...new Set(mutants.map(({ path }) => path))].map((path) => {
      const steps = new Map([[path, 0]])
      for (const [one, far] of steps)
        for (const user of users.get(one) ?? []) if (!steps.has(user)) steps.set(user, far + 1)
      const tests = [...steps].map(([test, far]) => ({ test, steps: far }))
      return [path, tests.filter(({ test }) => isOfRules(test))]
    }),
  )
}

/** A mutant that hangs its process is seen, and the others are tried again without it. */
async function tryOut(
  mutants: readonly Numbered[],
  around: ReadonlyMap<string, readonly Near[]>,
  isQuick: boolean,
): Promise<Set<number>> {
  const dead = new Set<number>()
  for (;;) {
    const left = mutants.filter(({ id }) => !dead.has(id))
    const files = new Set(left.flatMap(({ path }) => (around.get(path) ?? []).map(({ test }) => test)))
    if (files.size === 0) return dead
    const [tried, atImport]: [Trial['tried'], Trial['atImport']] = [{}, {}]
    for (const { id, path, isStatic } of left)
      for (const { test } of around.get(path) ?? []) {
        tried[test] = [...(tried[test] ?? []), id]
        if (isStatic) atImport[test] = [...(atImport[test] ?? []), id]
      }
    const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
    const trial = join(folder, 'trial.json')
    writeFileSync(trial, JSON.stringify({ mutants: left, tried, atImport, isQuick } satisfies Trial))
    const hasEnded = await runTests(trial, [...files])
    const hung = new Set<number>()
    for (const name of readdirSync(folder).filter((one) => one !== 'trial.json')) {
      const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n')
      for (const [word, id] of lines.map((line) => line.split(' '))) if (word === 'dead') dead.add(Number(id))
      hung.add(Number(lines.findLast((line) => line.startsWith('try '))?.split(' ')[1]))
    }
    rmSync(folder, { recursive: true })
    if (hasEnded) return dead
    if ([...hung].every((id) => dead.has(id))) throw new Error('the tests hang without a mutant')
    for (const id of hung) dead.add(id)
  }
}

const longestMs = 20 * 60_000

/** Whether they came to an end. Without a mutant all of them are green. */
function runTests(trial: string, files: readonly string[]): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--config', 'vitest.mutants.config.ts', ...files], {
    cwd: root,
    env: { ...process.env, TEST_TIER: '', MUTANTS: trial },
    stdio: ['ignore', 'pipe', 'inherit'],
    // a group of its own: what hangs is a worker, which would outlive whoever started it
    detached: true,
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), longestMs)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code === 0 || signal) resolve(code === 0)
      else reject(new Error(`a test is red without a mutant:\n${said.slice(-4_000)}`))
    })
  })
}
