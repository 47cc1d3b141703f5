import { defaultExclude, defineConfig } from 'vitest/config'

/** Runs in the second project alone: it says that the zone there is really another. */
const zoneProof = 'testing/other-zone.test.ts'

export default defineConfig({
  test: {
    pool: 'forks',
    // stories wait for a database more than they compute
    maxWorkers: 3,
    testTimeout: 10_000,
    hookTimeout: 20_000,
    teardownTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'here',
          include: ['{domain,contract,server,web,checks,testing,scripts}/**/*.test.ts'],
          exclude: [...defaultExclude, zoneProof],
          // one PostgreSQL for the run: in this project alone, because each project that names it starts one
          globalSetup: ['testing/vitest-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          // the rules are India's whatever the machine's zone is: half a day away, and with summer time
          name: 'in Los Angeles',
          include: ['domain/**/*.test.ts', zoneProof],
          env: { TZ: 'America/Los_Angeles' },
        },
      },
    ],
  },
})
