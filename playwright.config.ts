import { defineConfig, devices } from '@playwright/test'
import type { LooksOption } from './e2e/pages/fixtures.ts'
import { findChromium } from './scripts/chromium.ts'

/** The short run, of `npm test`: all but what has the tag `@long`. */
export default defineConfig<LooksOption>({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  grepInvert: /@long/,
  globalSetup: './e2e/pages/setup.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  workers: 3,
  retries: 0,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-IN',
    // far from the zone of the product, so that a screen which trusts the browser's zone shows
    timezoneId: 'UTC',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // a page lives for seconds: to compile its scripts well costs more than it saves
        '--js-flags=--no-opt --no-maglev --no-sparkplug',
      ],
    },
  },
})
