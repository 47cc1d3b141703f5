import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { test } from '../pages/fixtures.ts'
import { rowOf, statusOf } from '../pages/lists.ts'
import { changedRow, expect, openTimes, popupOf, statusPath, stepsIn } from '../pages/request-list.ts'

// several pages and popups one after the other
test.describe.configure({ timeout: 60_000 })

const asking = (page: Page, id: string) => page.getByRole('dialog', { name: `Cancel Request ${id}` })
const reason = (page: Page) => page.getByLabel('Reason', { exact: true })

async function openCancel(page: Page, id: string) {
  const popup = await openTimes(page, id)
  await popup.getByRole('button', { name: 'Cancel Request' }).click()
  await expect(reason(page)).toBeFocused()
  return asking(page, id)
}
const confirm = (page: Page, id: string) =>
  asking(page, id).getByRole('button', { name: 'Cancel Request' }).click()

test('REQSTATUS-13 AMB-60 an admin cancels a request that no bank has taken, with a reason, and the row follows; staff cannot, and nobody what is taken or ended', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const taken = await aRequest(db, { hospitalId: place.id, status: 'bloodbank-approved' })
  const over = await aRequest(db, { hospitalId: place.id, status: 'cancelled' })
  const pending = await aRequest(db, { hospitalId: place.id })
  const [page, other] = await Promise.all([
    signedIn(place.admin, statusPath),
    signedIn(place.staff, statusPath),
  ])
  for (const [who, id] of [
    [other, pending.id],
    [page, taken.id],
    [page, over.id],
  ] as const) {
    const popup = await openTimes(who, id)
    await expect(popup.getByRole('button', { name: 'Close' })).toBeVisible()
    await expect(popup.getByRole('button', { name: 'Cancel Request' })).toHaveCount(0)
    await who.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }

  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  const { id } = pending
  await openCancel(page, id)
  await reason(page).fill('  Surgery postponed <b>\u202e</b>  ')
  await confirm(page, id)
  await expect(changedRow(other, id, 'cancelled')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Request Cancelled' }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rowOf(page, id).locator('button[aria-haspopup="dialog"]')).toBeFocused()
  await expect(rowOf(page, id)).toContainText('cancelled')
  expect(await statusOf(db, id)).toBe('cancelled')
  const popup = await openTimes(other, id)
  await expect(stepsIn(other).last()).toContainText('“Surgery postponed <b> </b>”')
  await other.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
})

test('AMB-60 keeping it closes the question alone; a server that does not answer keeps what was typed; without a reason nothing is sent; pressed twice it is cancelled once', {
  tag: '@long',
}, async ({ signedIn, db, allowFaults }) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const { id } = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.admin, statusPath)
  await openCancel(page, id)
  await page.keyboard.press('Escape')
  await expect(asking(page, id)).toHaveCount(0)
  await expect(popupOf(page, id)).toBeVisible()
  const button = popupOf(page, id).getByRole('button', { name: 'Cancel Request' })
  await expect(button).toBeFocused()

  await page.route('**/cancellation', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' } }),
  )
  await page.keyboard.press('Enter')
  await expect(reason(page)).toBeFocused()
  await reason(page).fill('Surgery postponed')
  await confirm(page, id)
  await expect(page.getByRole('alertdialog', { name: 'Not Available' })).toContainText('Not now.')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(reason(page)).toHaveValue('Surgery postponed')
  expect(await statusOf(db, id)).toBe('pending')
  await asking(page, id).getByRole('button', { name: 'Keep Request' }).click()
  await expect(asking(page, id)).toHaveCount(0)
  await expect(popupOf(page, id)).toBeVisible()

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.unroute('**/cancellation')
  await page.route('**/cancellation', async (route) => {
    sent.push(route.request().url())
    await answered
    await route.continue()
  })
  await button.click()
  for (const [text, title, words] of [
    ['', 'Reason Missing', 'Please say why the request is cancelled.'],
    [' \u0000 \n ', 'Reason Missing', 'Please say why the request is cancelled.'],
    ['x'.repeat(501), 'Reason Too Long', 'Please say it in at most 500 characters.'],
  ] as const) {
    await reason(page).fill(text)
    await expect(reason(page)).not.toHaveAttribute('aria-invalid')
    await reason(page).press('Enter')
    await expect(page.getByRole('alertdialog', { name: title })).toContainText(words)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(reason(page)).toBeFocused()
    await expect(reason(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(reason(page)).toHaveAccessibleDescription(new RegExp(words))
  }
  expect(sent).toEqual([])
  await reason(page).fill('x'.repeat(500))
  await reason(page).press('Enter')
  const again = asking(page, id).getByRole('button', { name: 'Cancel Request' })
  await expect(again).toHaveAttribute('aria-busy', 'true')
  await reason(page).press('Enter')
  await again.click({ force: true })
  answer()
  await expect(page.getByRole('status').filter({ hasText: 'Request Cancelled' })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('AMB-60 who was faster wins, and the other is told: cancelled, or changed meanwhile', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const place = await aPlace(db)
  const [gone, changed] = [
    await aRequest(db, { hospitalId: place.id }),
    await aRequest(db, { hospitalId: place.id }),
  ]
  const admin = server.as(place.admin)
  const page = await signedIn(place.admin, statusPath)
  await openCancel(page, gone.id)
  await reason(page).fill('Patient moved')
  await admin.done(requests.cancel, { id: gone.id, version: 1, reason: 'Surgery postponed' })
  await confirm(page, gone.id)
  await expect(page.getByRole('alertdialog', { name: 'Cannot Be Cancelled' })).toContainText('cancelled')
  await page.keyboard.press('Enter')
  await expect(asking(page, gone.id)).toHaveCount(0)
  await expect(stepsIn(page).last()).toContainText('“Surgery postponed”')
  await expect(popupOf(page, gone.id).getByRole('button', { name: 'Cancel Request' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(popupOf(page, gone.id)).toHaveCount(0)

  await openCancel(page, changed.id)
  await reason(page).fill('Patient moved')
  await admin.done(requests.approve, { id: changed.id, version: 1 })
  await expect(stepsIn(page).nth(1)).toContainText('hospital-admin-approved')
  await confirm(page, changed.id)
  await expect(page.getByRole('alertdialog', { name: 'Changed Meanwhile' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(asking(page, changed.id)).toHaveCount(0)
  expect(await statusOf(db, changed.id)).toBe('hospital-admin-approved')

  // seen as it is now, it can be cancelled, and what was typed is still there
  await popupOf(page, changed.id).getByRole('button', { name: 'Cancel Request' }).click()
  await expect(reason(page)).toHaveValue('Patient moved')
  await confirm(page, changed.id)
  await expect(page.getByRole('status').filter({ hasText: 'Request Cancelled' })).toBeVisible()
  expect(await statusOf(db, changed.id)).toBe('cancelled')
})
