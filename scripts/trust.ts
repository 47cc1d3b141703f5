/**
 * The figures of docs/trust.md at their full size: `npm run trust`, or `npm run trust -- F05 F09` for some. A run that
 * was broken off goes on with the parts it had not done; `--again` begins anew. Two at a time, but for those that measure
 * time, which have the machine to themselves. Ends with the table of what was run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onlySomewhere } from '../testing/harness/not-here.ts'
import { beginTelling, forget, tellNotCounted, tellWhereFaultsAreNotSeen } from '../trust/kept.ts'
import { buildAllIfStale } from './build.ts'
import { root, stopChildrenOnSignals } from './children.ts'
import { ensureChromium } from './chromium.ts'
import { runPlaywright, runVitest } from './runners.ts'
import { noTests } from './totals.ts'

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean', default: false } },
})
/** `F05-bad-input.test.ts`; those too dear for `npm test` are `F01-kills.long.ts`, those that need a browser `F24-axe.e2e.ts`. */
const files = readdirSync(join(root, 'trust'))
  .filter((name) => /^F\d\d-.*\.(test|long|e2e)\.ts$/.test(name))
  .sort()
const timed = new Set(['F05', 'F13', 'F14', 'F15', 'F16', 'F17', 'F22', 'F29'])
const idOf = (file: string): string => file.slice(0, 3)
const wanted = files.filter((file) => positionals.length === 0 || positionals.includes(idOf(file)))
const unknown = positionals.filter((id) => !files.some((file) => idOf(file) === id))

stopChildrenOnSignals()
if (unknown.length > 0) {
  console.error(`No suite of its own: ${unknown.join(', ')}. There are: ${files.map(idOf).join(', ')}`)
  process.exit(1)
}
const began = performance.now()
let isMissed = !(await buildAllIfStale())
const notSeen: string[] = []
/** Of figures a file of which failed, why. */
const faults = new Map<string, string>()
for (const file of wanted) beginTelling(idOf(file))
if (asked.again) for (const file of wanted) forget(idOf(file))
const waiting = wanted.filter((file) => !timed.has(idOf(file)))
await Promise.all([workOff(waiting), workOff(waiting)])
await workOff(wanted.filter((file) => timed.has(idOf(file))))
if (positionals.length === 0)
  tellWhereFaultsAreNotSeen(
    await Promise.all(onlySomewhere.map(async ({ id, whyNot }) => ({ id, why: await whyNot() }))),
  )
const page = readFileSync(join(root, 'docs/trust.md'), 'utf8').split('\n')
console.log('')
for (const file of wanted) console.log(page.find((line) => line.startsWith(`| ${idOf(file)} |`)))
for (const which of notSeen) console.log(`\nNot seen here: ${which}`)
const outcome = isMissed ? 'Missed' : notSeen.length > 0 ? 'None missed' : 'All is well'
console.log(`\n${outcome} (${((performance.now() - began) / 60_000).toFixed(1)} min)`)
process.exitCode = isMissed ? 1 : 0

/** One after the other until none is left; whoever else works off the same ones takes the next. */
async function workOff(left: string[]): Promise<void> {
  for (let file = left.shift(); file; file = left.shift()) {
    const { failed, failures, notSeen: notHere } = await runOne(file)
    isMissed ||= failed > 0
    notSeen.push(...notHere)
    if (failed > 0) faults.set(idOf(file), failures[0]?.replace(`${root}/`, '') ?? 'its run ended before')
    // again and again: another file of the same figure may say that all is well
    for (const [id, why] of faults) tellNotCounted(id, why)
  }
}

async function runOne(file: string) {
  const choice = { files: [`trust/${file}`] }
  if (!file.endsWith('.e2e.ts')) return runVitest(choice, ['--config', 'vitest.trust.config.ts'])
  const browser = await ensureChromium()
  return browser ? runPlaywright(choice, browser, 'playwright.trust.config.ts') : { ...noTests, failed: 1 }
}
