import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { onBench } from '#server/demo/bench-today.ts'
import { startTestPostgres } from '../testing/harness/postgres.ts'
import { startServerProcess } from '../testing/harness/server-process.ts'
import { openSession, sessionCookieName } from '../testing/makers/sessions.ts'
import { buildAllIfStale } from './build.ts'
import { ensureChromium } from './chromium.ts'

/** The pictures of the README, taken from the demonstration at one fixed moment. */
const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const moment = '2026-11-16T10:42:00+05:30'

type Picture = {
  name: string
  email?: string
  path: string
  width?: number
  dark?: boolean
  prepare?: (page: Page) => Promise<unknown>
}

const pictures: Picture[] = [
  { name: 'sign-in', path: '/' },
  { name: 'hospital-home', email: 'firm', path: '/dashboard' },
  { name: 'hospital-home-dark', email: 'firm', path: '/dashboard', dark: true },
  { name: 'request-approval', email: 'firm', path: '/dashboard/pilot/approval' },
  { name: 'raise-request', email: 'firm_pilot', path: '/dashboard/pilot/request', prepare: fillSome },
  { name: 'request-status', email: 'firm', path: '/dashboard/pilot/requestStatus' },
  {
    name: 'request-times-dark',
    email: 'firm',
    path: '/dashboard/pilot/requestStatus?status=completed',
    dark: true,
    prepare: openTimes,
  },
  { name: 'delivery-status', email: 'firm', path: '/dashboard/pilot/deliveryStatus' },
  { name: 'orders', email: 'bloodsupport', path: '/dashboard/admin/status' },
  { name: 'bank-home', email: 'redbank_bloodbank', path: '/dashboard' },
  { name: 'bench', email: 'redbank_bloodbank', path: '/dashboard/bloodbank/bench' },
  {
    name: 'bench-order',
    email: 'redbank_bloodbank',
    path: `/dashboard/bloodbank/bench/${onBench.incompatible}`,
  },
  { name: 'bags-dark', email: 'redbank_bloodbank', path: '/dashboard/bloodbank/bags', dark: true },
  { name: 'consent', email: 'redbank_bloodbank', path: '/dashboard/bloodbank/consent' },
  {
    name: 'component-tracking-dark',
    email: 'bloodsupport',
    path: '/dashboard/admin/componentTracking',
    dark: true,
  },
  { name: 'donor-form-phone', path: '/consent?bloodbankId=redbank', width: 390, prepare: inTamil },
  { name: 'driver-phone', email: 'arun.driver', path: '/driver', width: 390, prepare: openSecondOrder },
  { name: 'request-approval-phone', email: 'firm', path: '/dashboard/pilot/approval', width: 390 },
]

const executablePath = (await buildAllIfStale()) ? await ensureChromium() : null
if (!executablePath) process.exit(1)
await mkdir(folder, { recursive: true })
const postgres = await startTestPostgres()
const server = await startServerProcess({ demo: true, program: 'built', settings: { TEST_NOW: moment } })
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--font-render-hinting=none'],
})
try {
  for (const picture of pictures) await take(browser, picture)
} finally {
  await browser.close()
  await server.close()
  await postgres.stop()
}

async function take(
  browser: Browser,
  { name, email, path, width = 1440, dark, prepare }: Picture,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-IN',
  })
  await context.clock.setFixedTime(new Date(moment))
  if (email) {
    const value = await openSession(server.db, `${email}@crossmatch.example`)
    await context.addCookies([{ name: sessionCookieName, value, url: server.url }])
  }
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(800)
  await prepare?.(page)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await context.close()
  console.log(`docs/pictures/${name}.png`)
}

async function inTamil(page: Page): Promise<void> {
  await page.getByText('தமிழ்').first().click()
  await page.locator('html[lang=ta]').waitFor()
  await page.waitForTimeout(500)
}

async function openTimes(page: Page): Promise<void> {
  await page.locator('button[aria-haspopup="dialog"]').filter({ hasText: '2026' }).first().click()
  await page.getByRole('list', { name: 'Timeline' }).waitFor()
  await page.waitForTimeout(500)
}

async function fillSome(page: Page): Promise<void> {
  await page.getByLabel('Patient Name').fill('Lakshmi Narayanan')
  await page.getByLabel('Patient ID').fill('FH-118188')
  await page.getByLabel('Age').fill('58')
  await choose(page, 'Gender', 'Female')
  await choose(page, 'Blood Group', 'O NEG')
  await choose(page, 'Component', 'Packed Red Blood Cells')
  await page.getByLabel('Units').fill('3')
  await page.getByLabel('Reason').fill('Emergency laparotomy, Hb 6.1')
  await choose(page, 'Order Type', 'immediate')
  await choose(page, 'Sample Pickup Day', /^Today/)
  await page.getByLabel('Sample Pickup Time').fill('11:40')
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
}

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

async function openSecondOrder(page: Page): Promise<void> {
  await page.locator('main a[href^="/driver/"]').nth(1).click()
  await page.getByLabel('Bag temperature').fill('4.2')
  await page.waitForTimeout(300)
}
