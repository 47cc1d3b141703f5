import { defineConfig } from 'vitest/config'

/** What takes minutes, for `npm run test:long` alone: files named `*.long.ts`. One PostgreSQL for the run, as ever. */
export default defineConfig({
  test: {
    name: 'long',
    include: ['{server,testing}/**/*.long.ts'],
    globalSetup: ['testing/harness/vitest-setup.ts'],
    setupFiles: ['testing/harness/vitest-file.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
})
