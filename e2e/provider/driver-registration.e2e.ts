import type { Page } from '@playwright/test'
import { namedCalls } from '#contract/named-calls.ts'
import { emailOf, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'

const path = '/dashboard/admin/createUser'
const taken = 'The email address is already in use by another account.'
const labels = ['Name', 'Email', 'Phone', 'Password'] as const
type Filled = Record<(typeof labels)[number], string>

const field = (page: Page, label: string) =>
  page.getByRole('form', { name: 'Driver Registration' }).getByLabel(label, { exact: true })
const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up' })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const drivers = (page: Page) => page.getByRole('table', { name: 'Drivers' })

const aDriver = (change: Partial<Filled> = {}): Filled => {
  const name = `Kavya ${nextNumber()}`
  const Email = emailOf(`${name.toLowerCase().replace(' ', '')}.driver`)
  return { Name: name, Email, Phone: '+91 98401-30009', Password: 'sevenup', ...change }
}

async function fill(page: Page, filled: Filled) {
  for (const label of labels) await field(page, label).fill(filled[label])
}

test('DRIVERREG-01 DRIVERREG-02 DRIVERREG-06 DRIVERREG-07 DRIVERREG-08 ERRORS-01 four fields, Sign Up and the drivers there are; what is empty, short, taken or goes wrong is told, and nothing is sent twice', async ({
  signedIn,
  allowFaults,
}) => {
  allowFaults('status of 503')
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Driver Registration')
  for (const label of labels) await expect(field(page, label)).toBeVisible()
  await expect(page.getByRole('form').locator('input')).toHaveCount(4)
  await expect(signUp(page)).toBeVisible()
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await expect(drivers(page).locator(`[data-row="${emailOf('arun.driver')}"]`)).toContainText(
    `+919840130001${emailOf('arun.driver')}`,
  )

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await signUp(page).click()
  const messages = {
    Name: 'name cannot be empty',
    Email: 'Email cannot be empty',
    Phone: 'Phone cannot be empty',
    Password: 'Password cannot be empty',
  }
  for (const label of labels) {
    const error = page.getByText(messages[label], { exact: true })
    await expect(error).toBeVisible()
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(messages[label]))
    const [below, above] = [await error.boundingBox(), await field(page, label).boundingBox()]
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0) - 1)
  }
  await expect(field(page, 'Name')).toBeFocused()

  await fill(page, aDriver({ Phone: ' ' }))
  for (const label of ['Name', 'Email', 'Password'])
    await expect(field(page, label)).not.toHaveAttribute('aria-invalid')
  await field(page, 'Password').press('Enter')
  await expect(page.getByText('cannot be empty')).toHaveText(['Phone cannot be empty'])
  await expect(field(page, 'Phone')).toBeFocused()
  expect(sent).toEqual([])

  await fill(page, aDriver({ Password: '123456' }))
  await signUp(page).click()
  await expect(toast(page, 'Error: Please use more than 6 characters.')).toBeVisible()
  await expect(field(page, 'Password')).toBeFocused()
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/Please use more than 6 characters/)
  await expect(field(page, 'Phone')).toHaveValue('+91 98401-30009')
  expect(sent).toHaveLength(1)

  const before = await drivers(page).getByRole('row').count()
  const driver = aDriver({ Email: emailOf('firm_pilot') })
  await fill(page, driver)
  await signUp(page).click()
  await expect(toast(page, `Error: ${taken}`)).toBeVisible()
  for (const label of labels) await expect(field(page, label)).toHaveValue('')
  await expect(field(page, 'Email')).toHaveAccessibleDescription(taken)
  await expect(field(page, 'Email')).toBeFocused()
  await page.getByRole('button', { name: 'Restore what was typed' }).click()
  await expect(field(page, 'Name')).toHaveValue(driver.Name)
  await expect(field(page, 'Email')).toBeFocused()
  await expect(field(page, 'Password')).toHaveValue('')
  await expect(drivers(page).getByRole('row')).toHaveCount(before)
  await expect(drivers(page)).not.toContainText(driver.Name)

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(`**${namedCalls.createUser.path}`, async (route) => {
    await answered
    const text = 'The directory is being moved.'
    await route.fulfill({ status: 503, json: { code: 'moved', title: 'Moved', text, message: text } })
  })
  const next = aDriver()
  await fill(page, next)
  sent.length = 0
  await signUp(page).click()
  await expect(signUp(page)).toHaveAttribute('aria-busy', 'true')
  await signUp(page).click({ force: true })
  await field(page, 'Name').press('Enter')
  answer()
  await expect(toast(page, 'Error: The directory is being moved.')).toBeVisible()
  expect(sent).toHaveLength(1)
  for (const label of labels) await expect(field(page, label)).toHaveValue(next[label])
})

test('DRIVERREG-03 DRIVERREG-04 DRIVERREG-05 ERRORS-04 by keyboard alone a driver is registered, told twice, and can be chosen everywhere at once', {
  tag: '@long',
}, async ({ signedIn, visitor }) => {
  const [page, other] = await Promise.all([
    signedIn('bloodsupport', path),
    signedIn('bloodsupport', '/dashboard/admin/linkBloodBank'),
  ])
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  const driver = aDriver()
  await expect(field(page, 'Name')).toBeEnabled()
  await field(page, 'Name').focus()
  for (const label of labels) {
    await expect(field(page, label)).toBeFocused()
    await page.keyboard.type(driver[label])
    await page.keyboard.press('Tab')
  }
  // past the eye of the password
  await page.keyboard.press('Tab')
  await expect(signUp(page)).toBeFocused()
  const called = page.waitForRequest('**/api/createUser')
  await page.keyboard.press('Enter')
  expect((await called).postDataJSON()).toEqual({
    name: driver.Name,
    email: driver.Email,
    phone: driver.Phone,
    password: driver.Password,
  })
  await expect(toast(page, 'User Created')).toBeVisible()
  await expect(toast(page, 'Driver Added')).toBeVisible()
  for (const label of labels) await expect(field(page, label)).toHaveValue('')
  await expect(field(page, 'Name')).toBeFocused()
  await expect(drivers(page).getByRole('row', { name: driver.Name })).toContainText(driver.Email)
  const choice = other.getByRole('listbox').getByRole('option', { name: driver.Name })
  await other.getByLabel('Driver', { exact: true }).click()
  await choice.click()
  await other.getByRole('link', { name: "Drivers' Order Status" }).click()
  await other.getByLabel('Driver', { exact: true }).click()
  await choice.click()
  await expect(other.getByText('NO DATA FOUND')).toBeVisible()

  const road = await visitor('/')
  await road.getByLabel('E-mail').fill(driver.Email)
  await road.getByLabel('Password', { exact: true }).fill(driver.Password)
  await road.getByLabel('Password', { exact: true }).press('Enter')
  await expect(road).toHaveURL('/driver')
  await expect(road.getByRole('banner')).toContainText(driver.Name)
})

test('DRIVERREG-01 nothing hinders anybody, wide and narrow, light and dark', { tag: '@looks' }, async ({
  signedIn,
  looksGood,
}) => {
  const page = await signedIn('bloodsupport', path)
  await expect(drivers(page).getByText('Arun Kumar').first()).toBeVisible()
  await signUp(page).click()
  await expect(page.getByText('Phone cannot be empty')).toBeVisible()
  await looksGood(page, 'narrow')
})
