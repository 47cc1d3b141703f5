import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  test as declare,
  type RunnerTask,
  type RunnerTestCase,
  suite,
  TestRunner,
  type VitestTestRunner,
  vi,
} from 'vitest'
import { root } from '../../checks/source.ts'
import { switchFor } from './mutant-switch.ts'
import type { Trial } from './trying-mutants.ts'

const trial: Trial = JSON.parse(readFileSync(process.env.MUTANTS ?? '', 'utf8'))
const switches = switchFor(`${process.env.MUTANTS}.${process.pid}`)
const wanted = new Map(Object.entries(trial.tried).map(([test, ids]) => [test, new Set(ids)]))
const mark = 'with mutant '

type Source = Parameters<VitestTestRunner['importFile']>[1]

/**
 * Runs every test as it is, and once more with each mutant that it asks for, until one is seen. A mutant that is asked
 * for at the import alone has a copy of the whole file, with everything that it imports read anew.
 */
export default class MutantRunner extends TestRunner {
  override async importFile(path: string, source: Source): Promise<void> {
    // what the file before had read may have a mutant in it
    vi.resetModules()
    await super.importFile(path, source)
    if (source !== 'collect') return
    for (const id of trial.atImport[relative(root, path)] ?? [])
      suite(`${mark}${id}`, async () => {
        // a suite without a test is an error
        declare('is read', () => undefined)
        if (switches.isDead(id)) return
        vi.resetModules()
        switches.turnOn(id)
        try {
          await super.importFile(path, source)
        } catch {
          switches.bury(id, 'import')
        } finally {
          switches.turnOff()
        }
      })
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const act = TestRunner.getTestFn(test)
    const atImport = mutantAround(test)
    if (atImport !== null) return this.tryOut(atImport, test, act)
    const began = performance.now()
    const asked = await switches.askedDuring(async () => act())
    if (asked.length === 0 || (trial.isQuick && performance.now() - began > 100)) return
    // a test that cannot be done twice would see mutants everywhere
    await act()
    const ids = wanted.get(relative(root, test.file.filepath))
    for (const id of asked) if (ids?.has(id)) await this.tryOut(id, test, act)
  }

  private async tryOut(id: number, test: RunnerTestCase, act: () => unknown): Promise<void> {
    if (switches.isDead(id)) return
    switches.turnOn(id)
    try {
      await act()
    } catch {
      switches.bury(id, test.name)
    } finally {
      switches.turnOff()
    }
  }
}

function mutantAround(task: RunnerTask): number | null {
  if (task.name.startsWith(mark)) return Number(task.name.slice(mark.length))
  return task.suite ? mutantAround(task.suite) : null
}
