/**
 * Every check and every test of the short tier. With `--long` the long tier instead, with `--static` the checks alone,
 * with `--changed` what a change touches, with words the tests they name. Ends with `N passed, N failed`.
 */
import { parseArgs } from 'node:util'
import { buildAllIfStale } from './build.ts'
import { changedSince, touchedBy } from './changed.ts'
import { stopChildrenOnSignals } from './children.ts'
import { ensureChromium } from './chromium.ts'
import { type Choice, choose, inLongTier, runPlaywright, runVitest } from './runners.ts'
import { allChecks, checksOf, runChecks, type StaticCheck } from './static-checks.ts'
import { noTests, type Totals } from './totals.ts'

const { values: asked, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    static: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
  },
})
const totals: Totals = { ...noTests, failures: [], notSeen: [] }
const failed: string[] = []

/** More take longer than anybody waits for between two changes: the whole is for `npm test`. */
const most = { stories: 30, scenes: 8 }
/** One order through every person's screens. */
const smoke = ['e2e/shell/journey.e2e.ts']

stopChildrenOnSignals()
if (asked.changed) await changedOnly(changedSince(asked.since))
else if (asked.long) await longTests()
else {
  if (words.length === 0) await staticChecks(allChecks())
  if (!asked.static) await tests()
}
if (totals.passed + totals.failed + totals.notSeen.length === 0) {
  if (!asked.long && inLongTier(words))
    console.log(`\nThe long tier has them: npm run test:long -- ${words.join(' ')}`)
  await step('tests of that name', async () => passedIf(false))
}
report()

async function staticChecks(checks: StaticCheck[]) {
  await runChecks(checks, (title, isGood, said, seconds) => {
    if (!isGood) console.log(`\n${said}`)
    count(title, passedIf(isGood), seconds)
  })
}

async function tests() {
  const folders = ['domain', 'contract', 'server', 'web', 'checks', 'testing', 'trust', 'scripts']
  for (const choice of choose(words, folders, /\.test\.ts$/))
    await step('rules and stories', () => runVitest(choice))
  // a word may name scenes of the long tier alone
  const mayBeEmpty = words.length > 0
  await inBrowser(choose(words, ['e2e'], /\.e2e\.ts$/).map((choice) => ({ ...choice, mayBeEmpty })))
}

async function inBrowser(choices: Choice[], config?: string) {
  if (choices.length === 0) return
  const isBuilt =
    words.length > 0
      ? await buildAllIfStale()
      : await step('build', async () => passedIf(await buildAllIfStale()))
  for (const choice of choices) {
    await step('screens in the browser', async () => {
      const browser = isBuilt ? await ensureChromium() : null
      return browser ? runPlaywright(choice, browser, config) : passedIf(false)
    })
  }
}

async function longTests() {
  // a word may name files of the short tier alone
  const mayBeEmpty = words.length > 0
  for (const choice of choose(words, ['domain', 'server', 'testing', 'trust'], /\.(long|test)\.ts$/))
    await step('long stories', () =>
      runVitest({ ...choice, mayBeEmpty }, ['--config', 'vitest.long.config.ts']),
    )
  const scenes = choose(words, ['e2e'], /\.e2e\.ts$/).map((choice) => ({ ...choice, mayBeEmpty }))
  await inBrowser(scenes, 'playwright.long.config.ts')
}

async function changedOnly(changed: string[]) {
  console.log(`Changed:\n  ${changed.join('\n  ')}`)
  await staticChecks(checksOf(changed))
  const touched = touchedBy(changed)
  const rules = touched.tests.filter((path) => !path.startsWith('server/'))
  const stories = touched.tests.filter((path) => path.startsWith('server/'))
  if (stories.length > most.stories)
    console.log(`\n${stories.length} files of stories are touched; the ${most.stories} nearest are run.`)
  const files = [...rules, ...stories.slice(0, most.stories)]
  if (files.length > 0) await step('rules and stories', () => runVitest({ files }))
  const isMuch = touched.scenes.length > most.scenes
  if (isMuch) console.log(`\nScenes of touched screens, for \`npm test\`:\n  ${touched.scenes.join('\n  ')}`)
  const scenes = isMuch
    ? [...new Set([...changed.filter((path) => touched.scenes.includes(path)), ...smoke])]
    : touched.scenes
  if (scenes.length > 0) await inBrowser([{ files: scenes, mayBeEmpty: true }])
}

function passedIf(isGood: boolean): Totals {
  return { ...noTests, passed: Number(isGood), failed: Number(!isGood) }
}

async function step(title: string, take: () => Promise<Totals>): Promise<boolean> {
  console.log(`\n── ${title}`)
  const started = performance.now()
  const result = await take()
  count(title, result, (performance.now() - started) / 1000)
  return result.failed === 0
}

function count(title: string, result: Totals, seconds: number) {
  console.log(`── ${title}: ${result.passed} passed, ${result.failed} failed, ${seconds.toFixed(1)} s`)
  totals.passed += result.passed
  totals.failed += result.failed
  totals.failures.push(...result.failures)
  totals.notSeen.push(...result.notSeen)
  if (result.failed > 0) failed.push(title)
}

function report() {
  for (const which of totals.notSeen) console.log(`Not seen here: ${which}`)
  for (const which of totals.failures) console.log(`Failed: ${which}`)
  const minutes = (performance.now() / 60_000).toFixed(1)
  console.log(`\n${failed.length === 0 ? 'All is well' : `Failed: ${failed.join('; ')}`} (${minutes} min)`)
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
  process.exitCode = totals.failed === 0 ? 0 : 1
}
