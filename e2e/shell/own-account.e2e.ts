import type { Page } from '@playwright/test'
import { thePassword } from '#server/demo/makers/rows.ts'
import { anAccount, nextNumber } from '#testing/makers/makers.ts'
import { openSession } from '#testing/makers/sessions.ts'
import { totpCode, wrongCodes } from '#testing/makers/totp.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fits } from '../pages/looks.ts'

const path = '/dashboard/account'
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const passwordForm = (page: Page) => page.getByRole('form', { name: 'Change password' })
const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
const codeField = (page: Page) => page.getByLabel('Code', { exact: true })

type Db = Parameters<typeof anAccount>[0]
const provider = { product: 'admin', role: 'admin', organisationId: null } as const
const aProvider = (db: Db) => anAccount(db, { email: `support${nextNumber()}.own`, grant: provider })

async function begin(page: Page): Promise<string> {
  const form = page.getByRole('form', { name: 'Add a second factor' })
  await form.getByLabel('Your password').fill(thePassword)
  await form.getByRole('button', { name: 'Add a second factor' }).click()
  await expect(page.getByRole('img', { name: 'Code for the app' })).toBeVisible()
  const confirming = page.getByRole('form', { name: 'Confirm the second factor' })
  return ((await confirming.locator('code').textContent()) ?? '').replaceAll(' ', '')
}

async function logIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(thePassword)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('AMB-207 AMB-196 SHELL-24 somebody changes the password and ends the sessions of other devices', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const { email } = await anAccount(db, { email: `own${nextNumber()}_pilot` })
  const page = await signedIn(email)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link').last()).toHaveText('My account')
  await menu.getByRole('link', { name: 'My account' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
  await expect(page).toHaveTitle(/^My account/)
  await expect(menu.locator('[aria-current=page]')).toHaveText('My account')
  await expect(sessions(page)).toHaveText([/This one$/])

  for (let device = 0; device < 3; device++) await openSession(db, email)
  await page.reload()
  await expect(sessions(page)).toHaveCount(4)
  await expect(sessions(page).first()).toContainText('This one')
  await sessions(page).nth(1).getByRole('button', { name: 'End' }).click()
  await expect(toast(page, 'Session Ended')).toBeVisible()
  await expect(sessions(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'End all others' }).click()
  await expect(sessions(page)).toHaveCount(1)

  const form = passwordForm(page)
  const fill = async (current: string, password: string, again: string) => {
    await form.getByLabel('Current password').fill(current)
    await form.getByLabel('New password').fill(password)
    await form.getByLabel('Confirm password').fill(again)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await fill(thePassword, 'six666', 'six666')
  await expect(form.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await expect(form).toContainText('Please use more than 6 characters.')
  await fill(thePassword, 'a new one', 'another')
  await expect(form.getByLabel('Confirm password')).toBeFocused()
  await fill('not this', 'a new one', 'a new one')
  await expect(form).toContainText('This is not your current password.')
  await expect(form.getByLabel('Current password')).toBeFocused()
  await openSession(db, email)
  await fill(thePassword, 'a new one', 'a new one')
  await expect(toast(page, 'Password Changed')).toBeVisible()
  await expect(form.getByLabel('Current password')).toHaveValue('')
  await expect(sessions(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
})

test('T15 SHELL-06 AMB-207 SHELL-27 the provider is reminded, adds a second factor, and signs in with its code, on pages for everybody', {
  tag: '@looks',
}, async ({ signedIn, db, axe, looksGood }) => {
  test.slow()
  const { email } = await aProvider(db)
  const page = await signedIn(email)
  const reminder = page.getByRole('note').filter({ hasText: 'Add a second factor' })
  await reminder.getByRole('link').click()
  await expect(page).toHaveURL(path)

  const key = await begin(page)
  await looksGood(page, 'narrow')
  await page.getByLabel('Code from the app').fill(wrongCodes(key, 1)[0] ?? '')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('This code is wrong, used or too old.')).toBeVisible()
  await page.getByLabel('Code from the app').fill(totpCode(key))
  await page.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await axe(page)
  await fits(page, 390)
  await page.setViewportSize({ width: 1440, height: 900 })
  const backup = (await codes.first().textContent()) ?? ''
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(codes).toHaveCount(0)
  await expect(page.getByText('10 backup codes are left')).toBeVisible()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('region', { name: 'Link Blood Bank / Driver' })).toBeVisible()
  await expect(reminder).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await logIn(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await expect(codeField(page)).toBeFocused()
  await looksGood(page, 'narrow')
  await codeField(page).fill('12345')
  await codeField(page).press('Enter')
  await expect(page.getByText('Please enter the 6 digits of the app')).toBeVisible()
  await codeField(page).fill(wrongCodes(key, 2)[1] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL('/')
  await codeField(page).fill(backup)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Logged In')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.goto(path)
  await expect(page.getByText('9 backup codes are left')).toBeVisible()
  const off = page.getByRole('form', { name: 'Switch the second factor off' })
  await off.getByLabel('Your password').fill(thePassword)
  await off.getByLabel('Code', { exact: true }).fill(totpCode(key, 1))
  await off.getByRole('button', { name: 'Switch off' }).click()
  await expect(toast(page, 'Second Factor Switched Off')).toBeVisible()
  await expect(page.getByRole('form', { name: 'Add a second factor' })).toBeVisible()
})

test('AMB-32 a driver has the same page, on a phone too', { tag: '@long' }, async ({ signedIn, axe }) => {
  const page = await signedIn('arun.driver', '/driver', { viewport: { width: 390, height: 800 } })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My account')
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
  await axe(page)
  await fits(page, 390)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
})

test('an account that is called after its address is asked whose it is, and what they do bears that name', async ({
  signedIn,
  db,
}) => {
  const { email } = await anAccount(db, { email: `own${nextNumber()}_admin` })
  const page = await signedIn(email)
  await page.goto(path)
  const form = page.getByRole('form', { name: 'Your name' })
  await expect(form).toContainText('names no person')
  const field = form.getByLabel('Your name')
  await field.fill(email)
  await form.getByRole('button', { name: 'Save name' }).click()
  await expect(form).toContainText('Please enter your own')
  await field.fill('Dr. Priya Raman')
  await field.press('Enter')
  await expect(toast(page, 'Name Saved')).toBeVisible()
  await expect(form).toContainText('told as done by Dr. Priya Raman, own')
  await page.reload()
  await expect(field).toHaveValue('Dr. Priya Raman')
})
