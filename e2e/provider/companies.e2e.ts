import type { Page } from '@playwright/test'
import { camps } from '#contract/camps.ts'
import { aCompany } from '#server/demo/makers/banks.ts'
import { nextNumber } from '#testing/makers/makers.ts'
import { dayText } from '#web/ui/fields/typed.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { choose, chooseByKeys, field, submit } from '../pages/provider-forms.ts'

const path = '/dashboard/admin/updateCompany'
const days = ['2026-12-01', '2026-12-08', '2026-12-15']
const dayLabels = ['First Donation Date', 'Second Donation Date', 'Third Donation Date']
const labels = ['Company Name', 'Category', ...dayLabels]

/** An empty text leaves its field out. */
async function fillForm(page: Page, change: Record<string, string> = {}): Promise<void> {
  const answers = {
    'Company Name': 'AcmeCorp',
    Category: '50-100',
    ...Object.fromEntries(dayLabels.map((label, at) => [label, days[at] ?? ''])),
    ...change,
  }
  for (const [label, answer] of Object.entries(answers)) {
    if (label !== 'Category') await field(page, label).fill(answer)
    else if (answer !== '') await choose(page, label, answer)
  }
}

const companies = (page: Page) => page.getByRole('table', { name: 'Companies' })
const rowWith = (page: Page, name: string) => companies(page).getByRole('row').filter({ hasText: name })

test('COMPANY-01 COMPANY-02 COMPANY-03 COMPANY-05 ERRORS-01 five inputs, three categories; a gap is told and marked, and a name with spaces is told and kept', async ({
  signedIn,
}) => {
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Company DB')
  for (const label of labels) await expect(field(page, label)).toBeVisible()
  await field(page, 'Category').click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['0-50', '50-100', '100+'])
  await page.keyboard.press('Escape')

  await fillForm(page, { Category: '' })
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Category')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Category')).toBeFocused()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(1)
  await choose(page, 'Category', '50-100')

  await field(page, 'Company Name').fill('acme corp')
  await submit(page)
  await closeAlert(page, 'Incorrect Company Name', 'Please fill the company name without spaces')
  await expect(field(page, 'Company Name')).toBeFocused()
  await expect(field(page, 'Company Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Company Name')).toHaveValue('acme corp')
})

test('COMPANY-04 COMPANY-06 COMPANY-08 ERRORS-04 a company is added in lower case, told, and shown in the list; a press fills the form with it; what another admin saves shows too', async ({
  signedIn,
  server,
  db,
}) => {
  const name = `Acme${nextNumber()}Corp`
  const page = await signedIn('bloodsupport', path)
  await fillForm(page, { 'Company Name': name })
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'The details have been successfully submitted')
  for (const label of labels) await expect(field(page, label)).toHaveValue('')
  await expect(rowWith(page, name.toLowerCase())).toContainText('1 Dec 2026, 8 Dec 2026, 15 Dec 2026')

  await field(page, 'Company Name').fill(name.toUpperCase())
  await expect(page.getByText('This company exists')).toBeVisible()
  await fillForm(page, { 'Company Name': name.toUpperCase(), Category: '100+' })
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'The details have been successfully submitted')
  await expect(rowWith(page, name.toLowerCase())).toContainText('100+')
  const kept = await db.selectFrom('companies').selectAll().where('name', '=', name.toLowerCase()).execute()
  expect(kept).toMatchObject([{ category: '100+', donationDays: days }])

  await companies(page).getByRole('button', { name: name.toLowerCase(), exact: true }).click()
  await expect(field(page, 'Company Name')).toHaveValue(name.toLowerCase())
  await expect(field(page, 'Category')).toHaveValue('100+')
  for (const [at, label] of dayLabels.entries())
    await expect(field(page, label)).toHaveValue(dayText(days[at] ?? ''))
  await field(page, 'Company Name').fill('half')
  const other = `meanwhile${nextNumber()}`
  await server.as('bloodsupport').done(camps.saveCompany, { name: other, category: '0-50', days })
  await expect(rowWith(page, other)).toContainText('0-50', { timeout: 15_000 })
  await expect(field(page, 'Company Name')).toHaveValue('half')
})

test('COMPANY-09 ERRORS-02 a failed write clears the form, and Restore brings it back', async ({
  signedIn,
  allowFaults,
  db,
}) => {
  allowFaults(/status of 500/, /ERR_FAILED/)
  const name = `lost${nextNumber()}`
  const page = await signedIn('bloodsupport', path)
  const detail = 'It could not be saved (ref 7KQM).'
  await page.route('**/api/companies', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { code: 'unexpected', title: 'Database Error', text: detail } })
      : route.continue(),
  )
  await fillForm(page, { 'Company Name': name })
  await submit(page)
  const alert = page.getByRole('alertdialog', { name: 'Database Error' })
  await expect(alert).toContainText(detail)
  for (const label of labels) await expect(field(page, label)).toHaveValue('')
  await alert.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'Company Name')).toHaveValue(name)
  await expect(field(page, 'Category')).toHaveValue('50-100')
  await expect(field(page, 'Third Donation Date')).toHaveValue('15 Dec 2026')

  await page.unroute('**/api/companies')
  await page.route('**/api/companies', (route) =>
    route.request().method() === 'PUT' ? route.abort('failed') : route.continue(),
  )
  await submit(page)
  await closeAlert(page, 'Database Error', 'The server could not be reached')
  for (const label of labels) await expect(field(page, label)).toHaveValue('')
  expect(await db.selectFrom('companies').selectAll().where('name', '=', name).execute()).toEqual([])
})

test('COMPANY-01 a company can be saved by the keyboard alone', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  const name = `keys${nextNumber()}`
  const page = await signedIn('bloodsupport', path)
  await expect(field(page, 'Company Name')).toBeEnabled()
  await field(page, 'Company Name').focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await chooseByKeys(page, 'Category', '0-50')
  for (const label of dayLabels) {
    await field(page, label).focus()
    // AMB-259: day first, whatever the browser speaks
    await page.keyboard.type('01122026')
  }
  await expect(field(page, 'First Donation Date')).toHaveValue('1 Dec 2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Data Submitted' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page, 'Company Name')).toBeFocused()
  expect(await db.selectFrom('companies').selectAll().where('name', '=', name).execute()).toHaveLength(1)
})

test('COMPANY-01 wide and narrow, light and dark', { tag: '@looks' }, async ({ signedIn, db, looksGood }) => {
  const company = await aCompany(db)
  const page = await signedIn('bloodsupport', path)
  await expect(rowWith(page, company.name)).toBeVisible()
  await looksGood(page, 'wide')
})
