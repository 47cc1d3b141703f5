import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test as declare, type RunnerTestCase, TestRunner, type VitestTestRunner } from 'vitest'
import { root } from '../../checks/source.ts'
import { switchFor } from './mutant-switch.ts'
import type { GuardTrial } from './trying-guards.ts'

const place = process.env.GUARDS ?? ''
const trial: GuardTrial = JSON.parse(readFileSync(place, 'utf8'))
const told = `${place}.${process.pid}`
const switches = switchFor(told)
if (trial.on) switches.turnOn(...trial.on)

type Source = Parameters<VitestTestRunner['importFile']>[1]
/** What is left to do with a test, the next one last; null is the test as it is. */
type Trying = { left: (number | null)[]; suspect: number | null }

const onceMore = 'once more'
/** Of the file that runs: a mutant may have left something behind. */
let isTouched = false

/**
 * Runs every test as it is, and again with each guard out that it asks for, until one test has seen that. A test is
 * called again by way of its retries, so that what goes before and after it is done each time. Before the first guard
 * and after each that turned it red it has to be green as it is: a test that cannot be done twice, or finds what
 * another left behind, says nothing.
 */
export default class GuardRunner extends TestRunner {
  private readonly trying = new Map<string, Trying>()

  override async importFile(path: string, source: Source): Promise<void> {
    if (source !== 'collect') return void (await super.importFile(path, source))
    isTouched = false
    const file = relative(root, path)
    buryWhatOthersSaw()
    if (trial.on === null && !(trial.ofFile[file] ?? []).some((id) => !switches.isDead(id))) {
      // a file without a test is an error
      declare('all are seen', () => undefined)
      return
    }
    await super.importFile(path, source)
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    if (trial.on === null)
      test.retry = { count: 10_000, condition: ({ message }: { message: string }) => message === onceMore }
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const act = async () => TestRunner.getTestFn(test)()
    if (trial.on !== null) return act()
    const wanted = trial.ofFile[relative(root, test.file.filepath)] ?? []
    const trying = this.trying.get(test.id)
    if (!trying) {
      const asked = await switches.askedDuring(act).catch((error) => {
        if (!isTouched) appendFileSync(told, `red ${relative(root, test.file.filepath)} ${test.name}\n`)
        throw error
      })
      const left = asked.filter((id) => wanted.includes(id) && !switches.isDead(id))
      if (left.length === 0) return
      this.trying.set(test.id, { left: [...left, null], suspect: null })
      throw new Error(onceMore)
    }
    const id = trying.left.pop()
    if (id === undefined) return
    if (id === null) await this.asItIs(trying, test, act)
    else if (!switches.isDead(id)) await this.without(id, trying, act)
    if (trying.left.length > 0) throw new Error(onceMore)
  }

  private async asItIs(trying: Trying, test: RunnerTestCase, act: () => Promise<void>): Promise<void> {
    try {
      await act()
      if (trying.suspect !== null) switches.bury(trying.suspect, test.name)
    } catch {
      trying.left = []
    }
    trying.suspect = null
  }

  private async without(id: number, trying: Trying, act: () => Promise<void>): Promise<void> {
    isTouched = true
    switches.turnOn(id)
    try {
      await act()
    } catch {
      trying.suspect = id
      trying.left.push(null)
    } finally {
      switches.turnOff()
    }
  }
}

/** Another process runs other tests at the same time. */
function buryWhatOthersSaw(): void {
  for (const name of readdirSync(dirname(place)))
    if (name.startsWith(`${basename(place)}.`))
      for (const line of readFileSync(join(dirname(place), name), 'utf8').split('\n'))
        if (line.startsWith('dead ')) switches.markDead(Number(line.split(' ')[1]))
}
