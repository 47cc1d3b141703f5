import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { codeFiles, reachedFrom } from '../../checks/source.ts'
import type { Mutant } from './mutating.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The tests that can see a mutant, the quickest first: rules and pages that import it, then the stories of its
 * capability, and for a query those that ask every route. Every story reaches everything by way of the server, so that
 * imports alone choose nothing there.
 */
export function roundsFor({ path }: Mutant): string[][] {
  const [layer, capability] = path.split('/')
  const reached = [...reachedFrom([path], codeFiles())].filter((one) => one.endsWith('.test.ts'))
  const rules = reached.filter(isOfRules)
  const stories = reached.filter((one) => one.startsWith(`server/${capability}/`))
  const rounds = layer === 'domain' ? [rules, stories] : [stories, ['trust/F07-who-may.test.ts']]
  return rounds.filter((files) => files.length > 0)
}

/** They start nothing, and need no database. */
const isOfRules = (path: string): boolean => /^(domain|contract|web)\//.test(path)

/** Whether a test turns red: the round that did it, or null if the mutant lives. */
export async function killedBy(mutant: Mutant): Promise<number | null> {
  for (const [round, files] of roundsFor(mutant).entries()) if (!(await isGreen(mutant, files))) return round
  return null
}

/** Of those tests none is red. */
export function isGreen(mutant: Mutant | null, files: string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.mutant.config.ts', ...files],
    {
      cwd: root,
      env: {
        ...process.env,
        // at their small size
        TEST_TIER: '',
        ...(mutant ? { MUTANT: JSON.stringify(mutant) } : {}),
        ...(files.every(isOfRules) ? { MUTANT_OF_RULES: '1' } : {}),
      },
      stdio: 'ignore',
    },
  )
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code === 0))
  })
}
