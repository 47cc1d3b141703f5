/**
 * The figures of docs/trust.md at their full size: `npm run trust`, or `npm run trust -- F05 F09` for some. A run that
 * was broken off goes on with the parts it had not done; `--again` begins anew. Ends with the table of what was run.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { forget } from '../trust/kept.ts'
import { buildAllIfStale } from './build.ts'
import { root, stopChildrenOnSignals } from './children.ts'
import { ensureChromium } from './chromium.ts'
import { runPlaywright, runVitest } from './runners.ts'

const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean', default: false } },
})
/** `F05-bad-input.test.ts`; those too dear for `npm test` are `F01-kills.long.ts`, those that need a browser `F24-axe.e2e.ts`. */
const files = readdirSync(join(root, 'trust'))
  .filter((name) => /^F\d\d-.*\.(test|long|e2e)\.ts$/.test(name))
  .sort()
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
for (const file of wanted) {
  if (asked.again) forget(idOf(file))
  const { failed } = await runOne(file)
  isMissed ||= failed > 0
}
const page = readFileSync(join(root, 'docs/trust.md'), 'utf8').split('\n')
console.log('')
for (const file of wanted) console.log(page.find((line) => line.startsWith(`| ${idOf(file)} |`)))
console.log(
  `\n${isMissed ? 'Missed' : 'All is well'} (${((performance.now() - began) / 60_000).toFixed(1)} min)`,
)
process.exitCode = isMissed ? 1 : 0

async function runOne(file: string) {
  const choice = { files: [`trust/${file}`] }
  if (!file.endsWith('.e2e.ts')) return runVitest(choice, ['--config', 'vitest.trust.config.ts'])
  const browser = await ensureChromium()
  return browser ? runPlaywright(choice, browser, 'playwright.trust.config.ts') : { failed: 1 }
}
