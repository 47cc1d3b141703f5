import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from './children.ts'
import { honest, noTests, playwrightTotals, type Totals, vitestTotals } from './totals.ts'

/** Which tests to run: all, whole files, or the tests of some files by their name; of these there may be none in a tier. */
export type Choice = { files: string[]; name?: RegExp; mayBeEmpty?: boolean }

export async function runVitest(
  { files, name, mayBeEmpty = false }: Choice,
  more: string[] = [],
): Promise<Totals> {
  return withReport(async (report) => {
    const { code } = await run('vitest/vitest.mjs', [
      'run',
      ...more,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...(mayBeEmpty ? ['--passWithNoTests'] : []),
      ...(name ? ['--testNamePattern', name.source] : []),
      ...files,
    ])
    return honest(vitestTotals(read(report), name !== undefined), code, mayBeEmpty)
  })
}

export async function runPlaywright(
  { files, name, mayBeEmpty = false }: Choice,
  browser: string,
  config = 'playwright.config.ts',
): Promise<Totals> {
  return withReport(async (report) => {
    const { code } = await run(
      '@playwright/test/cli.js',
      [
        'test',
        `--config=${config}`,
        '--reporter=list,json',
        ...(mayBeEmpty ? ['--pass-with-no-tests'] : []),
        ...(name ? ['--grep', name.source] : []),
        // Playwright takes them as regular expressions
        ...files.map((file) => file.replaceAll('.', '\\.')),
      ],
      { env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    )
    return honest(playwrightTotals(read(report)), code, mayBeEmpty)
  })
}

async function withReport(use: (report: string) => Promise<Totals>): Promise<Totals> {
  const folder = mkdtempSync(join(tmpdir(), 'crossmatch-report-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await use(join(folder, 'report.json'))
  } catch (error) {
    console.error(`The runner left no report: ${(error as Error).message}`)
    return { ...noTests, failed: 1 }
  } finally {
    process.off('exit', remove)
    remove()
  }
}

const read = (report: string) => JSON.parse(readFileSync(report, 'utf8'))

/** The words choose whole files by path, and single tests by name in the files that hold the word. */
export function choose(words: string[], folders: string[], ending: RegExp): Choice[] {
  if (words.length === 0) return [{ files: [] }]
  const pattern = new RegExp(words.map(anyCase).join('|'))
  const all = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => ending.test(path))
      .map((path) => join(folder, path)),
  )
  const whole = all.filter((path) => pattern.test(path))
  const inside = all.filter(
    (path) => !whole.includes(path) && pattern.test(readFileSync(join(root, path), 'utf8')),
  )
  return [
    ...(whole.length > 0 ? [{ files: whole }] : []),
    ...(inside.length > 0 ? [{ files: inside, name: pattern, mayBeEmpty: true }] : []),
  ]
}

/** Whether a file of the long tier has the words, in its path or in what it says. */
export const inLongTier = (words: string[]): boolean =>
  choose(words, ['domain', 'server', 'testing', 'trust', 'e2e'], /\.(long|e2e)\.ts$/).length > 0

/** The runners give no flag for it. */
const anyCase = (word: string) =>
  word
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
