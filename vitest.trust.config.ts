import { defineConfig } from 'vitest/config'

/** The figures of docs/trust.md at their full size, for `npm run trust`, which says which run at once. */
export default defineConfig({
  test: {
    name: 'trust',
    include: ['trust/F*.{test,long}.ts'],
    env: { TEST_TIER: 'trust' },
    // one PostgreSQL for the run
    globalSetup: ['testing/harness/vitest-setup.ts'],
    setupFiles: ['testing/harness/vitest-file.ts'],
    pool: 'forks',
    maxWorkers: 1,
    // each part says how long it may take
    testTimeout: 60 * 60_000,
    hookTimeout: 10 * 60_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
