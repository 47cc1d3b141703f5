import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const firm = 'firm@crossmatch.example'

const email = (page: Page) => page.getByLabel('E-mail')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const login = (page: Page) => page.getByRole('button', { name: 'Login' })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function fill(page: Page, typed: { email: string; password: string }) {
  await email(page).fill(typed.email)
  await password(page).fill(typed.password)
}

/** Counts the sign-in calls that leave the browser, and keeps what they carry. */
function signInCalls(page: Page): { email: string }[] {
  const sent: { email: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/session'))
      sent.push(request.postDataJSON())
  })
  return sent
}

test.beforeEach(({ page }) => page.goto('/'))

test('SHELL-01 SHELL-02 the root asks for e-mail and password and offers nothing else', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(email(page)).toBeVisible()
  await expect(password(page)).toHaveAttribute('type', 'password')
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toBeVisible()
  await expect(page.locator('form').locator('input')).toHaveCount(2)
  await expect(page.locator('form button[type=submit]')).toHaveText(['Login'])
  await expect(page).toHaveTitle(/^Sign in/)
})

for (const field of ['e-mail', 'password'] as const) {
  test(`SHELL-03 Enter in the ${field} signs in`, async ({ page }) => {
    await fill(page, { email: firm, password: 'crossmatch' })
    await (field === 'e-mail' ? email(page) : password(page)).press('Enter')
    await expect(page).toHaveURL('/dashboard')
  })
}

test('SHELL-04 Enter does nothing while a field is empty; the button itself says what is missing', async ({
  page,
}) => {
  const sent = signInCalls(page)
  for (const typed of [
    { email: '', password: 'crossmatch' },
    { email: firm, password: '' },
  ]) {
    await fill(page, typed)
    await email(page).press('Enter')
    await password(page).press('Enter')
    await page.waitForTimeout(200)
    expect(sent).toEqual([])
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('status')).toHaveCount(0)
  }
  await fill(page, { email: '', password: '' })
  await login(page).click()
  await expect(email(page)).toHaveAccessibleDescription('Please enter your e-mail.')
  await expect(password(page)).toHaveAccessibleDescription('Please enter your password.')
  expect(sent).toEqual([])
})

test('SHELL-05 SHELL-06 ERRORS-10 the e-mail is trimmed, and signing in leads to the dashboard', async ({
  page,
}) => {
  const sent = signInCalls(page)
  // a field of this type trims by itself; the page must not lean on that
  await email(page).evaluate((field) => field.setAttribute('type', 'text'))
  await fill(page, { email: `  ${firm} `, password: 'crossmatch' })
  await login(page).click()
  await expect(toast(page, 'Logged In')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  expect(sent).toMatchObject([{ email: firm }])
})

test('SHELL-07 ERRORS-10 an unknown e-mail is told, in a toast and at the field', async ({ page }) => {
  await fill(page, { email: 'nobody@crossmatch.example', password: 'crossmatch' })
  await login(page).click()
  await expect(toast(page, 'Email not found!')).toBeVisible()
  await expect(email(page)).toHaveAccessibleDescription('No account has this address.')
  await expect(email(page)).toBeFocused()
  await expect(page).toHaveURL('/')
})

test('SHELL-08 ERRORS-10 a wrong password is told for 7 seconds, and stays told at the field', async ({
  page,
}) => {
  await fill(page, { email: firm, password: 'wrong-password' })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  await login(page).click()
  const told = page.getByText('The password entered was incorrect')
  await expect(told).toBeVisible()
  await page.clock.runFor(6500)
  await expect(told).toBeVisible()
  await page.clock.runFor(1500)
  await expect(told).toBeHidden()
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveValue('wrong-password')
})

test('SHELL-09 ERRORS-10 a malformed e-mail fails as any other', async ({ page }) => {
  await fill(page, { email: 'firm', password: 'crossmatch' })
  await login(page).click()
  await expect(toast(page, 'Invalid e-mail/password.')).toBeVisible()
  await expect(page.getByText('Please check both and try again.')).toBeVisible()
})

for (const [how, answer] of [
  ['an error of the server', { status: 500, json: {} }],
  ['no server', null],
] as const) {
  test(`SHELL-09 ${how} is told, and what was typed is kept`, async ({ page, allowFaults }) => {
    allowFaults('Failed to load resource')
    await page.route('**/api/session', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await fill(page, { email: firm, password: 'crossmatch' })
    await login(page).click()
    await expect(toast(page, 'Invalid e-mail/password.')).toBeVisible()
    await expect(page.getByText('The server did not answer. Please try again.')).toBeVisible()
    await expect(password(page)).toHaveValue('crossmatch')
    await page.unroute('**/api/session')
    await login(page).click()
    await expect(page).toHaveURL('/dashboard')
  })
}

test('SHELL-06 while it is sent the button cannot be pressed again', async ({ page }) => {
  const sent = signInCalls(page)
  await page.route('**/api/session', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await fill(page, { email: firm, password: 'crossmatch' })
  await login(page).click()
  await expect(login(page)).toHaveAttribute('aria-busy', 'true')
  await login(page).click({ force: true })
  await password(page).press('Enter')
  await expect(page).toHaveURL('/dashboard')
  expect(sent).toHaveLength(1)
})

test('SHELL-34 a toast stays 5 seconds', async ({ page }) => {
  await fill(page, { email: 'nobody@crossmatch.example', password: 'crossmatch' })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
  await login(page).click()
  await expect(toast(page, 'Email not found!')).toBeVisible()
  await page.clock.runFor(4500)
  await expect(toast(page, 'Email not found!')).toBeVisible()
  await page.clock.runFor(1500)
  await expect(toast(page, 'Email not found!')).toBeHidden()
})

test('SHELL-10 Forgot Password without a whole address says what is missing', async ({ page }) => {
  for (const typed of ['', 'noble']) {
    await email(page).fill(typed)
    await page.getByRole('link', { name: 'Forgot Password' }).click()
    await expect(toast(page, 'Invalid e-mail/password.').first()).toBeVisible()
    await expect(email(page)).toHaveAccessibleDescription('Please enter your whole e-mail address.')
    await expect(email(page)).toBeFocused()
    await page.reload()
  }
})

test('SHELL-01 SHELL-06 the whole sign-in works by keyboard', async ({ page }) => {
  await expect(login(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(email(page)).toBeFocused()
  await page.keyboard.type(firm)
  await page.keyboard.press('Tab')
  await expect(password(page)).toBeFocused()
  await page.keyboard.type('crossmatch')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(password(page)).toHaveAttribute('type', 'text')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Forgot Password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(login(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
