import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{domain,contract,server,web,checks,testing,scripts}/**/*.test.ts'],
    globalSetup: ['testing/vitest-setup.ts'],
    pool: 'forks',
    // stories wait for a database more than they compute
    maxWorkers: 3,
    testTimeout: 10_000,
    hookTimeout: 20_000,
    teardownTimeout: 20_000,
  },
})
