/**
 * Every check and every test; with `--static` the checks alone, with `--long` what takes minutes alone, with words only
 * the tests they name. Ends with `N passed, N failed`.
 */
import { buildWebIfStale } from './build.ts'
import { run, stopChildrenOnSignals } from './children.ts'
import { ensureChromium } from './chromium.ts'
import { choose, runPlaywright, runVitest } from './runners.ts'
import { noTests, secondTries, type Totals } from './totals.ts'

const isStatic = process.argv.includes('--static')
const isLong = process.argv.includes('--long')
const words = process.argv.slice(2).filter((word) => word !== '--static' && word !== '--long')
const totals: Totals = { ...noTests, failures: [], again: [] }
const failed: string[] = []

stopChildrenOnSignals()
if (words.length === 0 && !isLong) await staticChecks()
if (isLong) await longTests()
else if (!isStatic) await tests()
if (totals.passed + totals.failed === 0) await step('tests of that name', async () => passedIf(false))
report()

async function staticChecks() {
  for (const project of ['domain', 'contract', 'server', 'web', '.']) {
    await step(`types of ${project === '.' ? 'the tests and tools' : project}`, () =>
      check('typescript/bin/tsc', ['-p', `${project}/tsconfig.json`]),
    )
  }
  await step('lint and format', () => check('@biomejs/biome/bin/biome', ['check']))
  await step('unused code and packages', () => check('knip/bin/knip.js', ['--no-progress']))
}

async function check(script: string, args: string[]): Promise<Totals> {
  const { code, said } = await run(script, args, { isQuiet: true })
  if (code !== 0) console.log(said.trim())
  return passedIf(code === 0)
}

async function tests() {
  const folders = ['domain', 'contract', 'server', 'web', 'checks', 'testing', 'scripts']
  for (const choice of choose(words, folders, '.test.ts'))
    await step('rules and stories', () => runVitest(choice))
  const screens = choose(words, ['e2e'], '.e2e.ts')
  if (screens.length === 0) return
  const isBuilt =
    words.length > 0
      ? await buildWebIfStale()
      : await step('build of the screens', async () => passedIf(await buildWebIfStale()))
  for (const choice of screens) {
    await step('screens in the browser', async () => {
      const browser = isBuilt ? await ensureChromium() : null
      return browser ? runPlaywright(choice, browser) : passedIf(false)
    })
  }
}

async function longTests() {
  for (const choice of choose(words, ['server', 'testing'], '.long.ts'))
    await step('long stories', () => runVitest(choice, ['--config', 'vitest.long.config.ts']))
}

function passedIf(isGood: boolean): Totals {
  return { ...noTests, passed: Number(isGood), failed: Number(!isGood) }
}

async function step(title: string, take: () => Promise<Totals>): Promise<boolean> {
  console.log(`\n── ${title}`)
  const started = performance.now()
  const result = await take()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`── ${title}: ${result.passed} passed, ${result.failed} failed, ${seconds} s`)
  totals.passed += result.passed
  totals.failed += result.failed
  totals.failures.push(...result.failures)
  totals.again.push(...result.again)
  if (result.failed > 0) failed.push(title)
  return result.failed === 0
}

function report() {
  if (totals.again.length > secondTries) {
    failed.push(`${totals.again.length} tests passed at a second try only`)
    totals.failed++
  }
  for (const which of totals.again) console.log(`At a second try: ${which}`)
  for (const which of totals.failures) console.log(`Failed: ${which}`)
  const minutes = (performance.now() / 60_000).toFixed(1)
  console.log(`\n${failed.length === 0 ? 'All is well' : `Failed: ${failed.join('; ')}`} (${minutes} min)`)
  console.log(`${totals.passed} passed, ${totals.failed} failed`)
  process.exitCode = totals.failed === 0 ? 0 : 1
}
