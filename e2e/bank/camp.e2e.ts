import type { Page } from '@playwright/test'
import { camps } from '#contract/camps.ts'
import { dayOf, days, later } from '#domain/basics/time.ts'
import { aCamp, aCompany } from '#server/demo/makers/banks.ts'
import { closeAlert } from '../pages/alerts.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { expect, test } from '../pages/fixtures.ts'
import { choose, chooseByKeys, field } from '../pages/provider-forms.ts'

const path = '/dashboard/bloodbank/bloodCamp'
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click()
const list = (page: Page) => page.getByRole('table', { name: 'Camp requests' })
const done = (page: Page) => page.getByRole('status').filter({ hasText: 'Request Sent.' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

const year = new Date().getFullYear() + 1
const firstDay = `${year}-01-04`
const shown = (day: string) =>
  `${new Intl.DateTimeFormat('en-IN', { weekday: 'short', timeZone: 'UTC' }).format(new Date(day))}, ${new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))}`

test.beforeEach(async ({ db }) => {
  await db.deleteFrom('companies').execute()
})

test('CAMP-01 CAMP-02 CAMP-03 CAMP-05 ERRORS-01 SHELL-27 the form: three categories, a date, Submit; each gap is told and marked, for everybody', {
  tag: '@looks',
}, async ({ signedIn, db, looksGood }) => {
  const bank = await aStaffedBank(db)
  await aCompany(db, { category: '50-100', donationDays: [firstDay, firstDay, firstDay] })
  const page = await signedIn(bank.first, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blood Camp')
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Category')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Camp Date')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Category')).toBeFocused()
  await field(page, 'Category').click()
  await expect(options(page)).toHaveText(['0-50', '50-100', '100+'])
  await options(page).nth(1).click()
  await expect(page.getByText('1 day is offered.')).toBeVisible()
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Camp Date')).toBeFocused()
  expect(await db.selectFrom('camps').selectAll().where('bankId', '=', bank.id).execute()).toEqual([])
  await aCamp(db, { bankId: bank.id })
  await page.reload()
  await expect(page.getByText(bank.first)).toBeVisible()
  await submit(page)
  await closeAlert(page, 'Form Incomplete', /./)
  await looksGood(page, 'wide')
})

test('CAMP-04 CAMP-07 AMB-123 the dates are those of the category; one without any is told, as is a date that is gone meanwhile', {
  tag: '@long',
}, async ({ signedIn, db, server, allowFaults }) => {
  allowFaults(/status of 409/)
  const bank = await aStaffedBank(db)
  const today = dayOf(new Date())
  const yesterday = dayOf(later(new Date(), -days(1)))
  const company = await aCompany(db, { category: '0-50', donationDays: [firstDay, today, yesterday] })
  await aCompany(db, { category: '0-50', donationDays: [today, yesterday, yesterday] })
  await aCompany(db, { category: '100+', donationDays: [yesterday, yesterday, yesterday] })
  const page = await signedIn(bank.first, path)
  for (const category of ['50-100', '100+']) {
    await choose(page, 'Category', category)
    await closeAlert(
      page,
      'No Available Dates',
      "No companies available for the selected blood units' category",
    )
    await expect(field(page, 'Camp Date')).toBeDisabled()
  }
  await choose(page, 'Category', '0-50')
  await expect(page.getByText('2 days are offered.')).toBeVisible()
  await field(page, 'Camp Date').click()
  await expect(options(page)).toHaveText([shown(today), shown(firstDay)])
  await options(page).nth(1).click()
  await expect(field(page, 'Camp Date')).toHaveValue(shown(firstDay))
  const next = [1, 2, 3].map((day) => `${year}-02-0${day}`)
  await server
    .as('bloodsupport')
    .done(camps.saveCompany, { name: company.name, category: '0-50', days: next })
  await submit(page)
  await closeAlert(page, 'Date Not Available', 'No company of this category offers that date any more.')
  await expect(page.getByText('4 days are offered.')).toBeVisible()
  await expect(field(page, 'Camp Date')).toHaveValue('')
})

test('CAMP-08 CAMP-09 AMB-188 AMB-264 ERRORS-04 a camp is asked for by the keyboard, told, mailed, and listed; whose answer is lost is sent again as the same call', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/ERR_FAILED/)
  const bank = await aStaffedBank(db)
  await aCompany(db, { category: '100+', donationDays: [firstDay, firstDay, firstDay] })
  const page = await signedIn(bank.first, path)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  let isFirst = true
  await page.route('**/api/camps', async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.continue()
    isFirst = false
    await route.fetch()
    await route.abort('failed')
  })
  await field(page, 'Category').focus()
  await chooseByKeys(page, 'Category', '100+')
  await expect(page.getByText('1 day is offered.')).toBeVisible()
  await page.keyboard.press('Tab')
  await chooseByKeys(page, 'Camp Date', shown(firstDay))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await closeAlert(page, 'Not Connected', 'The server could not be reached.')
  await expect(field(page, 'Camp Date')).toHaveValue(shown(firstDay))
  await submit(page)
  await expect(done(page)).toBeVisible()
  await expect(field(page, 'Category')).toHaveValue('')
  await expect(field(page, 'Camp Date')).toHaveValue('')
  await expect(list(page).getByRole('row').nth(1)).toContainText(
    `${shown(firstDay)}100+just now${bank.first}`,
  )
  expect(await db.selectFrom('camps').selectAll().where('bankId', '=', bank.id).execute()).toHaveLength(1)
  const mails = await db
    .selectFrom('notifications')
    .select(['kind', 'subject', 'body'])
    .where('kind', '=', 'camp-asked')
    .where('body', 'like', `%(${bank.id})%`)
    .execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('Category: 100+ units')

  await choose(page, 'Category', '100+')
  await choose(page, 'Camp Date', shown(firstDay))
  await expect(page.getByText('You asked for this camp on')).toBeVisible()
  await submit(page)
  const again = page.getByRole('alertdialog', { name: 'Ask for the same camp again?' })
  await again.getByRole('button', { name: 'Go Back' }).click()
  await expect(again).toHaveCount(0)
  await expect(list(page).getByRole('row')).toHaveCount(2)
})

test("ROLES-25 AMB-188 the bank's own camps alone, twenty a page, and a new one appears by itself", {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const [bank, other] = [await aStaffedBank(db), await aStaffedBank(db)]
  await aCompany(db, { category: '50-100', donationDays: [firstDay, firstDay, firstDay] })
  for (let n = 0; n < 21; n++) await aCamp(db, { bankId: bank.id, askedAt: later(new Date(), -days(n + 1)) })
  await aCamp(db, { bankId: other.id, askedBy: 'foreigner' })
  const page = await signedIn(bank.first, path)
  await expect(list(page).getByRole('row')).toHaveCount(21)
  await expect(list(page)).not.toContainText('foreigner')
  await server.as(bank.second).done(camps.ask, { category: '50-100', day: firstDay })
  await expect(list(page).getByRole('row').nth(1)).toContainText(bank.second, { timeout: 15_000 })
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(list(page).getByRole('row')).toHaveCount(23)
})
