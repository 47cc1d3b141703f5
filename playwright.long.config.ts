import { defineConfig } from '@playwright/test'
import type { LooksOption } from './e2e/pages/fixtures.ts'
import short from './playwright.config.ts'

const launch = short.use?.launchOptions

/** The long run, of `npm run test:long`: what the short one leaves out, and every look of what it looks at one way. */
export default defineConfig<LooksOption>({
  ...short,
  testDir: '.',
  // the figures of trust that need a browser, at a small size
  testMatch: '{e2e,trust}/**/*.e2e.ts',
  grep: /@long|@looks/,
  grepInvert: undefined,
  use: {
    ...short.use,
    looks: 'every',
    // as people have it: a scene of these computes for a while, which takes a minute without the compilers
    launchOptions: { ...launch, args: launch?.args?.filter((arg) => !arg.startsWith('--js-flags')) },
  },
})
