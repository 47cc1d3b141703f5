import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Tests whose size is a setting: here they have the large one. */
const sized = globSync('{domain,server,testing}/**/*.test.ts').filter((path) =>
  readFileSync(path, 'utf8').includes('harness/size.ts'),
)

/** What takes minutes, for `npm run test:long`: files named `*.long.ts`, and those that are there in two sizes. */
export default defineConfig({
  test: {
    name: 'long',
    include: ['{server,testing,trust}/**/*.long.ts', ...sized],
    env: { TEST_TIER: 'long' },
    // one PostgreSQL for the run
    globalSetup: ['testing/harness/vitest-setup.ts'],
    setupFiles: ['testing/harness/vitest-file.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 5 * 60_000,
    hookTimeout: 5 * 60_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
