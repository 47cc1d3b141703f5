import { earlier, hours } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aHospital, anAccount, aRequest } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { test } from '../pages/fixtures.ts'
import { filterPanel, loadMore, openFilter, rowOf } from '../pages/lists.ts'
import { fits, looks } from '../pages/looks.ts'
import { expect, openTimes, searchBox, someRequests, statusPath, stepsIn } from '../pages/request-list.ts'

// axe reads every element of these pages
test.describe.configure({ timeout: 60_000 })

const plusPath = '/dashboard/plus/requestStatus'

/** A hospital with twenty requests; on top one that an admin may cancel, and one with several deliveries. */
async function aBusyPlace(db: Db) {
  const place = await aPlace(db)
  const made = { hospitalId: place.id }
  await someRequests(db, 12, {
    ...made,
    status: 'bloodbank-approved',
    raisedAt: earlier(new Date(), hours(24)),
  })
  for (const status of [
    'completed',
    'cancelled',
    'bloodbank-rejected',
    'issued',
    'pending',
    'pending',
  ] as const)
    await aRequest(db, { ...made, status, isLate: status === 'completed' })
  const several = { units: 5, patientName: 'Mohammed Irfan', reason: 'Road traffic accident' }
  const partly = await aRequest(db, { ...made, ...several, status: 'partially-completed' })
  const waiting = await aRequest(db, { ...made, raisedAt: new Date() })
  return { ...place, waiting: waiting.id, partly: partly.id }
}

for (const { width, named, options, tag } of looks()) {
  test(`REQSTATUS-02 REQSTATUS-07 nothing hinders anybody in list and popups, ${named}`, { tag }, async ({
    signedIn,
    db,
    axe,
  }) => {
    const { admin, partly, waiting } = await aBusyPlace(db)
    const page = await signedIn(admin, statusPath, options)
    await openTimes(page, partly)
    await fits(page, width)
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const popup = await openTimes(page, waiting)
    await popup.getByRole('button', { name: 'Cancel Request' }).click()
    await expect(page.getByLabel('Reason', { exact: true })).toBeFocused()
    await axe(page)
    for (const left of [1, 0]) {
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(left)
    }

    const panel = await openFilter(page)
    for (const name of ['completed', 'cancelled', 'bloodbank-rejected'])
      await panel.getByRole('checkbox', { name, exact: true }).check()
    await panel.getByRole('button', { name: 'SAVE' }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByText('Sorry, the order was slightly delayed').first()).toBeVisible()
    await fits(page, width)
    await axe(page)
  })
}

test('REQSTATUS-02 on a phone a row is a card with the same words, and its buttons have a thumb’s size', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const { admin, partly } = await aBusyPlace(db)
  const page = await signedIn(admin, statusPath, { viewport: { width: 390, height: 844 }, hasTouch: true })
  const card = rowOf(page, partly)
  await card.scrollIntoViewIfNeeded()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(card.getByRole('heading', { name: 'Mohammed Irfan' })).toBeVisible()
  for (const words of ['partially-completed', 'O POS', 'PRBC, 5 units', 'Road traffic accident', partly])
    await expect(card).toContainText(words)
  for (const button of await card.getByRole('button').all()) {
    const { height } = (await button.boundingBox()) ?? { height: 0 }
    expect(height).toBeGreaterThanOrEqual(44)
  }
  await card.getByRole('button', { name: /2\d{3}/ }).tap()
  await expect(stepsIn(page).last()).toContainText('Delivery 2 of 2, 2 units')
  await page.getByRole('button', { name: 'Close' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await loadMore(page).tap()
  await expect(page.locator('[data-row]')).toHaveCount(20)
  await fits(page, 390)
})

test('REQSTATUS-04 REQSTATUS-07 the keyboard alone suffices: search, filter, times and back', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const { admin, waiting } = await aBusyPlace(db)
  const page = await signedIn(admin, statusPath)
  await expect(rowOf(page, waiting)).toBeVisible()
  await searchBox(page).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: /^Find / })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(filterPanel(page).getByRole('checkbox', { name: 'pending' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(filterPanel(page).getByRole('checkbox', { name: 'pending' })).toBeChecked()
  const save = filterPanel(page).getByRole('button', { name: 'SAVE' })
  await page.keyboard.press('Shift+Tab')
  await expect(save).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(filterPanel(page)).toBeHidden()
  await expect(page.locator('[data-row]')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Remove filter Status: pending' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Download' })).toBeFocused()
  await page.keyboard.press('Tab')
  const time = rowOf(page, waiting).locator('button[aria-haspopup="dialog"]')
  await expect(time).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stepsIn(page).first()).toContainText('pending')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Amend Request' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Cancel Request' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(time).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(rowOf(page, waiting).getByRole('button', { name: 'View Invoice' })).toBeFocused()
})

test('REQSTATUS-01 REQSTATUS-03 the plus product has the screen alike', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  const [newest] = await someRequests(db, 11, { hospitalId: 'city' })
  const page = await signedIn('city_admin', plusPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Status')
  await expect(page.locator('[data-row]')).toHaveCount(10)
  await expect(loadMore(page)).toBeVisible()
  const popup = await openTimes(page, newest?.id ?? '')
  await expect(stepsIn(page).first()).toContainText('Raised by City')
  await expect(popup.getByRole('button', { name: 'Cancel Request' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  const panel = await openFilter(page)
  await expect(panel.getByRole('group', { name: 'Hospital' }).getByRole('checkbox')).toHaveCount(1)
  await panel.getByRole('checkbox', { name: 'City' }).check()
  await panel.getByRole('button', { name: 'SAVE' }).click()
  await expect(page).toHaveURL(`${plusPath}?hospital=city`)
  await expect(page.getByText(/^(\d+ newest|\d+) found$/)).toBeVisible()
  await expect(page.locator('[data-row]').filter({ hasText: newest?.id ?? '' })).toBeVisible()
})

test('SHELL-31 with no request a plus hospital is not sent to a screen it does not have', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const hospital = await aHospital(db, { id: `plus${process.pid}` })
  const grant = { product: 'plus', role: 'staff', organisationId: hospital.id } as const
  const { email } = await anAccount(db, { email: `nurse.${hospital.id}`, grant })
  const page = await signedIn(email, plusPath)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0)
})
