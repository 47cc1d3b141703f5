import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification, type VitestPluginContext } from 'vitest/node'
import { root } from './checks/source.ts'
import { withGuards } from './trust/mutants/mutants.ts'
import type { GuardTrial } from './trust/mutants/trying-guards.ts'

const trial: GuardTrial = JSON.parse(readFileSync(process.env.GUARDS ?? '', 'utf8'))
const ofFile = Map.groupBy(trial.guards, ({ path }) => join(root, path))
const guardsOf = (id: string) => ofFile.get(id.split('?')[0] ?? '')

const stories = {
  globalSetup: ['testing/harness/vitest-setup.ts'],
  setupFiles: ['testing/harness/vitest-file.ts'],
}

const order = Object.keys(trial.ofFile).map((path) => join(root, path))

class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => order.indexOf(a.moduleId) - order.indexOf(b.moduleId))
  }
}

/** Tests on a house whose guards can be taken out: trust/F08-guards.test.ts runs it, with what to try in a file. */
export default defineConfig({
  plugins: [
    {
      name: 'guards',
      enforce: 'pre',
      // what was read of the file before had others in it, or none
      configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
        defineCacheKeyGenerator(({ id }) => (guardsOf(id) ? false : undefined)),
      load(id) {
        const guards = guardsOf(id)
        return guards ? withGuards(readFileSync(id.split('?')[0] ?? '', 'utf8'), guards) : null
      },
    },
  ],
  test: {
    name: 'guards',
    include: ['**/*.{test,long}.ts'],
    runner: './trust/mutants/guard-runner.ts',
    // rules start nothing, and need no database
    ...(process.env.GUARDS_OF_RULES ? {} : stories),
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: NearestFirst },
    bail: trial.on === null ? 0 : 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    reporters: ['dot'],
  },
})
