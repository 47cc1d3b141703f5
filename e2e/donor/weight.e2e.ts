import type { BrowserContext } from '@playwright/test'
import { consentPath } from '../pages/donor-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { scriptsOf, weightOf } from '../pages/page-weight.ts'

test('DONOR-PUBLIC-01 all scripts of the donor form, both languages and the policies too, weigh less than 120 KB gzipped', () => {
  const scripts = [...scriptsOf('consent.html')]
  expect(scripts.some((name) => name.startsWith('words-ta'))).toBe(true)
  expect(weightOf(scripts)).toBeLessThan(120)
  // nothing of the dashboard: it has a build of its own
  const dashboards = scriptsOf('index.html')
  expect(scripts.filter((name) => dashboards.has(name))).toEqual([])
})

/** A cheap phone on a slow mobile network, as page testers have it: 1.6 Mbit/s, 150 ms there and back, a CPU of a quarter. */
const network = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
const slower = 4

test('DONOR-PUBLIC-01 on a slow phone the form can be typed into within two seconds', async ({
  newContext,
}) => {
  // the processor's time and not the clock's, once in three tries: a machine busy with other things says nothing here
  const tries: number[] = []
  while (tries.length < 3 && !tries.some((ms) => ms < 2_000)) {
    const { loaded, worked } = await openOnPhone(await newContext(phone))
    tries.push(loaded + slower * worked)
  }
  expect(Math.min(...tries), JSON.stringify(tries)).toBeLessThan(2_000)
})

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

/** When the last file that the form needs was there, and how long the page worked until it could be typed into. */
async function openOnPhone(context: BrowserContext) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(consentPath, { waitUntil: 'commit' })
  await page.getByLabel('Name', { exact: true }).fill('Selvi')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const loaded = await page.evaluate(() =>
    Math.max(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => /consent.*\.(js|css)$/.test(name))
        .map((file) => (file as PerformanceResourceTiming).responseEnd),
    ),
  )
  await context.close()
  const worked = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  return { loaded: Math.round(loaded), worked: Math.round(worked * 1_000) }
}
