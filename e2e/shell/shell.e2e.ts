import type { Page } from '@playwright/test'
import { screens } from '#web/menu.ts'
import { goInside } from '../pages/addresses.ts'
import { expect, test } from '../pages/fixtures.ts'
import { byItsOwnClock } from '../pages/own-clock.ts'

const notice = 'Platelet support (SDP and RDP) has been added. SDP is available 8:00 AM to 5:00 PM.'
const cards = (page: Page) => page.getByRole('main').getByRole('region')
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('SHELL-11 SHELL-22 SHELL-23 SHELL-33 SHELL-47 DATA-05 the root leads a session to the dashboard, which shows whose it is, Available, and the notice of platelets; it survives a reload', async ({
  signedIn,
  become,
}) => {
  const page = await signedIn('firm', null)
  for (const [account, name] of [
    ['firm', 'Firm'],
    ['city', 'City'],
    ['bewellanna', 'Bewell Anna'],
    ['redbank_bloodbank', 'Redbank'],
    ['bloodsupport', 'bloodsupport'],
  ] as const) {
    await become(page, account)
    await page.goto('/')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible()
    await expect(page.getByRole('banner').getByText('Available', { exact: true })).toBeVisible()
    await expect(page.getByText(notice)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Close notice' }).click()
  await page.getByRole('link', { name: 'Open Orders' }).click()
  await expect(heading(page)).toHaveText('Orders')
  await menu(page).getByRole('link', { name: 'Home' }).click()
  await expect(heading(page)).toHaveText(/^Good/)
  await expect(page.getByText(notice)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('bloodsupport')
  await expect(page).toHaveURL('/dashboard')
})

test('SHELL-12 without a session every dashboard path leads to the root', async ({ page }) => {
  const signIn = page.getByRole('heading', { level: 1, name: 'Sign in' })
  for (const path of ['/driver/account', '/dashboard/pilot/liveStatus/7c40e9d2']) {
    await page.goto(path)
    await expect(signIn).toBeVisible()
    await expect(page).toHaveURL('/')
  }
  // the others without loading the whole app again: as its own links would
  for (const path of ['', ...screens.map(({ product, id }) => `/${product}/${id}`)]) {
    await goInside(page, `/dashboard${path}`)
    await expect(page, path).toHaveURL('/')
    await expect(signIn).toBeVisible()
  }
})

test('SHELL-18 SHELL-19 SHELL-20 SHELL-21 LIVE-05 an unknown product, topic or further level shows the home view; outside the dashboard an unknown page says so and leads back', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('firm', '/nosuch')
  await expect(page.getByText("Sorry we couldn't find the page that you were looking for.")).toBeVisible()
  await page.getByRole('button', { name: 'Go Back To Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  for (const path of [
    '/dashboard/nosuch/request',
    '/dashboard/pilot/nosuch',
    '/dashboard/pilot/request/more',
    '/dashboard/pilot/deliveryStatus/7c40e9d2',
    '/dashboard/pilot/approval/7c40e9d2',
    '/dashboard/pilot/liveStatus/7c40e9d2/more',
    '/dashboard/pilot',
  ]) {
    // from another screen, so that the home view is seen to come
    await goInside(page, '/dashboard/account')
    await expect(heading(page)).toHaveText('My account')
    await goInside(page, path)
    await expect(heading(page), path).toHaveText(/^Good \w+, Firm$/)
    await expect(cards(page)).toHaveCount(5)
  }
  await page.goto('/dashboard/pilot/nosuch')
  await expect(heading(page)).toHaveText(/^Good/)
})

test('SHELL-41 APPROVAL-08 DELIVERY-01 REQSTATUS-21 ADMIN-STATUS-28 the clock of a list is told every second', {
  tag: '@long',
}, async ({ signedIn, become }) => {
  const page = await signedIn('firm', null)
  const day = (time: string) => `2026-11-20T${time}:00+05:30`
  await byItsOwnClock(page)
  await page.clock.install({ time: day('09:59') })
  for (const [hour, account, path, title] of [
    ['10', 'firm', 'pilot/approval', 'Request Approval'],
    ['11', null, 'pilot/deliveryStatus', 'Delivery Status'],
    ['12', null, 'pilot/requestStatus', 'Request Status'],
    ['13', 'bloodsupport', 'admin/status', 'Orders'],
  ] as const) {
    if (account) await become(page, account)
    if (account) await page.goto(`/dashboard/${path}`)
    else await goInside(page, `/dashboard/${path}`)
    await expect(heading(page)).toHaveText(title)
    const clock = page.locator('main header').getByRole('time')
    await clock.waitFor()
    await page.clock.pauseAt(day(`${hour}:05`))
    const shown = `20 Nov 2026, ${Number(hour) % 12 || 12}:05`
    const half = hour < '12' ? 'am' : 'pm'
    await expect(clock, path).toHaveText(`${shown}:00 ${half}`)
    await page.clock.runFor(1_000)
    await expect(clock, path).toHaveText(`${shown}:01 ${half}`)
    await page.clock.resume()
  }
})

test('SHELL-24 SHELL-25 SHELL-47 the profile picture signs out for good; a sign-out that fails is only logged', async ({
  signedIn,
  allowFaults,
}) => {
  allowFaults('Signing out failed', 'status of 500')
  const page = await signedIn('firm')
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => logged.some((text) => text.includes('Signing out failed'))).toBe(true)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('status')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await page.unroute('**/api/session')
  const context = page.context()
  const before = await context.cookies()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await context.addCookies(before)
  expect((await context.request.get('/api/requests/summary')).status()).toBe(401)
  await page.goto('/dashboard')
  await expect(heading(page)).toHaveText('Sign in')
  await expect(page).toHaveURL('/')
})

test('SHELL-13 SHELL-26 SHELL-27 the menu follows the screen, minimises to icons, and stands behind a burger below 1000 px', async ({
  signedIn,
}) => {
  const page = await signedIn('firm', '/dashboard', { viewport: { width: 1000, height: 800 } })
  await page.getByRole('link', { name: 'Open Delivery Status' }).click()
  await expect(heading(page)).toHaveText('Delivery Status')
  await expect(heading(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Delivery Status/)
  await expect(menu(page).locator('[aria-current=page]')).toHaveText(/^Delivery Status/)

  await expect(menu(page).getByText('Request Status')).toBeVisible()
  await menu(page).getByRole('button', { name: 'Minimise menu' }).click()
  await expect(menu(page).getByText('Request Status')).toHaveCount(0)
  await expect(menu(page).getByRole('link', { name: /^Request Status/ })).toBeVisible()
  await page.reload()
  await menu(page).getByRole('button', { name: 'Restore menu' }).click()
  await expect(menu(page).getByText('Request Status')).toBeVisible()

  await expect(menu(page).getByRole('link', { name: 'Raise Request' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  await page.setViewportSize({ width: 999, height: 800 })
  await expect(menu(page)).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu(page).getByRole('link', { name: 'Raise Request' }).click()
  await expect(page).toHaveURL('/dashboard/pilot/request')
  await expect(menu(page)).toBeHidden()
})

test('SHELL-42 API-04 the page reloads when another build is served, and not before', async ({ page }) => {
  let build = 'first'
  let polls = 0
  await page.route('**/api/buildId', (route) => {
    polls += 1
    return route.fulfill({ json: { buildID: build } })
  })
  await page.clock.install()
  await page.goto('/')
  await expect.poll(() => polls).toBe(1)
  await page.clock.fastForward('10:00')
  await expect.poll(() => polls).toBe(2)
  await page.evaluate(() => Object.assign(window, { isOld: true }))

  build = 'second'
  await page.clock.fastForward('09:50')
  expect(polls).toBe(2)
  const loaded = page.waitForEvent('load')
  await page.clock.fastForward('00:15')
  await loaded
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
})
