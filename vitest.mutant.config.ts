import { defineConfig } from 'vitest/config'
import { mutating } from './trust/mutants/mutating.ts'

const stories = {
  globalSetup: ['testing/harness/vitest-setup.ts'],
  setupFiles: ['testing/harness/vitest-file.ts'],
}

/** Tests on a house with one guard taken out: trust/F08-guards.test.ts runs it, with the mutant in the environment. */
export default defineConfig({
  plugins: [mutating()],
  test: {
    name: 'mutant',
    include: ['**/*.test.ts'],
    // rules start nothing, and need no database
    ...(process.env.MUTANT_OF_RULES ? {} : stories),
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    reporters: ['dot'],
  },
})
