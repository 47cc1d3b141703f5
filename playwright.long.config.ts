import { defineConfig } from '@playwright/test'
import type { LooksOption } from './e2e/pages/fixtures.ts'
import short from './playwright.config.ts'

/** The long run, of `npm run test:long`: what the short one leaves out, and every look of what it looks at one way. */
export default defineConfig<LooksOption>({
  ...short,
  grep: /@long|@looks/,
  grepInvert: undefined,
  use: { ...short.use, looks: 'every' },
})
