import { defineConfig } from '@playwright/test'
import type { LooksOption } from './e2e/pages/fixtures.ts'
import long from './playwright.long.config.ts'

// of the runner and of its workers
process.env.TEST_TIER = 'trust'

/** The figures of docs/trust.md that need a browser, for `npm run trust`. */
export default defineConfig<LooksOption>({
  ...long,
  testMatch: 'trust/*.e2e.ts',
  grep: undefined,
  workers: 1,
  timeout: 60 * 60_000,
})
