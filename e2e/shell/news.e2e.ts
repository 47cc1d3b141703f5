import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { aDraft, aStaffedHospital } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { lookAt } from '../pages/looks.ts'
import { stubPushes } from '../pages/pushes.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^News/ })
const panel = (page: Page) => page.getByRole('region', { name: /^News/ })

test('AMB-302 what arrives is counted at once; pressed, the bell asks whether to ring, leads to the row, and is read', async ({
  signedIn,
  server,
  db,
  axe,
}) => {
  const { admin, staff } = await aStaffedHospital(db)
  const page = await signedIn(admin, '/dashboard')
  await stubPushes(page)
  // whether the browser was asked, and when
  await page.addInitScript(() => {
    const asked = { times: 0 }
    Object.assign(window, { asked })
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => {
      asked.times++
      return 'granted'
    }
  })
  await page.reload()
  const timesAsked = () =>
    page.evaluate(() => (window as unknown as { asked: { times: number } }).asked.times)
  await expect(bell(page)).toHaveAccessibleName('News')
  const { id } = await server.as(staff).done(requests.raise, aDraft(new Date()))
  const { id: other } = await server.as(staff).done(requests.raise, aDraft(new Date()))
  await expect(bell(page)).toHaveAccessibleName('News, 2 unread')
  expect(await timesAsked()).toBe(0)

  await bell(page).click()
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(panel(page)).toContainText('Ring aloud')
  await expect(panel(page)).toContainText('Kept for 30 days')
  expect(await timesAsked()).toBe(0)
  await lookAt(page, 'every', axe)
  await panel(page).getByRole('button', { name: 'Allow' }).click()
  expect(await timesAsked()).toBe(1)
  await expect(panel(page).getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true')

  // by keyboard: the newest first, and away again
  await page.keyboard.press('ArrowDown')
  await expect(panel(page).getByRole('button', { name: new RegExp(other) })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()

  await page.keyboard.press('b')
  await panel(page)
    .getByRole('button', { name: new RegExp(`Request ${id} waits`) })
    .click()
  await expect(page).toHaveURL(/\/dashboard\/pilot\/approval\?search=/)
  await expect(bell(page)).toHaveAccessibleName('News, 1 unread')
  await bell(page).click()
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(page)).toHaveAccessibleName('News')

  // decided elsewhere: what waited is no longer so
  await server.as(admin).done(requests.reject, { id: other, version: 1 })
  await expect(panel(page).getByRole('button', { name: new RegExp(`Request ${other} waits`) })).toContainText(
    'No longer so',
  )
})

test('AMB-302 all can be marked as read once it is known what there is, and not before', {
  tag: '@long',
}, async ({ signedIn, server, db }) => {
  const { admin, staff } = await aStaffedHospital(db)
  await server.as(staff).done(requests.raise, aDraft(new Date()))
  const page = await signedIn(admin, '/dashboard')
  await expect(bell(page)).toHaveAccessibleName('News, 1 unread')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/news(\?.*)?$/, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await bell(page).click()
  await expect(panel(page)).toContainText('1 new')
  const all = panel(page).getByRole('button', { name: 'Mark all as read' })
  await expect(all).toHaveCount(0)
  answer()
  await all.click()
  await expect(bell(page)).toHaveAccessibleName('News')
})
