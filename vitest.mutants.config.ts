import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import type { VitestPluginContext } from 'vitest/node'
import { root } from './checks/source.ts'
import { withMutants } from './trust/mutants/code-mutants.ts'
import type { Trial } from './trust/mutants/trying-mutants.ts'

const trial: Trial = JSON.parse(readFileSync(process.env.MUTANTS ?? '', 'utf8'))
const ofFile = Map.groupBy(trial.mutants, ({ path }) => join(root, path))
const mutantsOf = (id: string) => ofFile.get(id.split('?')[0] ?? '')

/** Rules whose code has mutants in it: trust/F27-slips.long.ts runs it, with what to try in a file. */
export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      // what was read of the file before had others in it, or none
      configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
        defineCacheKeyGenerator(({ id }) => (mutantsOf(id) ? false : undefined)),
      load(id) {
        const mutants = mutantsOf(id)
        return mutants ? withMutants(readFileSync(id.split('?')[0] ?? '', 'utf8'), mutants) : null
      },
    },
  ],
  test: {
    name: 'mutants',
    include: ['{domain,contract}/**/*.test.ts'],
    runner: './trust/mutants/mutant-runner.ts',
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    // for what hangs; a busy machine takes its time
    testTimeout: 60_000,
    reporters: ['dot'],
  },
})
