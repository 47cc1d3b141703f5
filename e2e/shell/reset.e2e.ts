import type { Page } from '@playwright/test'
import { aHospital, anAccount } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function askForMail(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(toast(page, `Password Reset Email sent to ${email}`)).toBeVisible()
  await expect(page.getByText('Please look into your mailbox')).toBeVisible()
}

async function setPassword(page: Page, password: string, again = password) {
  await field(page, 'New Password').fill(password)
  await field(page, 'Confirm Password').fill(again)
  await page.getByRole('button', { name: 'Set Password' }).click()
}

test('SHELL-10 the mail of Forgot Password leads to a new password, once; an unknown address is answered alike, without a mail', {
  tag: '@long',
}, async ({ page, db, server, signedIn }) => {
  const { id } = await aHospital(db)
  const { email } = await anAccount(db, { email: id })
  const elsewhere = await signedIn(email)
  // without a link there is nothing to set, and a way out
  await page.goto('/reset')
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await askForMail(page, 'nobody@crossmatch.example')
  await askForMail(page, email)
  const mail = await server.mails.find(({ to }) => to.includes(email), 10_000)
  // asked for before, it would have come before
  expect(server.mails.all.filter(({ to }) => to.includes('nobody@crossmatch.example'))).toEqual([])
  const link = /http\S+\/reset#\S+/.exec(mail.text)?.[0] ?? ''

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
  await expect(page, 'the token does not stay in the address').toHaveURL('/reset')
  await setPassword(page, 'sixsix')
  await expect(field(page, 'New Password')).toHaveAccessibleDescription(/Please use more than 6 characters/)
  await setPassword(page, 'seven-seven', 'seven-eight')
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('This is not the same as above.')
  await expect(field(page, 'Confirm Password')).toBeFocused()
  await setPassword(page, 'seven-seven')
  await expect(toast(page, 'Password set.')).toBeVisible()
  await expect(page).toHaveURL('/')

  await expect(elsewhere, 'the old session has ended').toHaveURL('/', { timeout: 15_000 })
  await page.getByLabel('E-mail').fill(email)
  await field(page, 'Password').fill('seven-seven')
  await field(page, 'Password').press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await page.goto(link)
  await setPassword(page, 'eight-eight')
  await expect(page.getByText('This link was used already')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible()
})
