import type { Page } from '@playwright/test'
import { expect, test } from '../pages/fixtures.ts'
import { firstScriptsOf, weightOf } from '../pages/page-weight.ts'

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

test('the scripts that the sign-in page has to load weigh less than 100 KB gzipped; robots are told where not to look', async ({
  request,
}) => {
  expect(weightOf([...firstScriptsOf('index.html')])).toBeLessThan(100)
  const robots = await request.get('/robots.txt')
  expect([robots.headers()['content-type'], await robots.text()]).toEqual([
    expect.stringContaining('text/plain'),
    expect.stringContaining('Disallow: /dashboard'),
  ])
})

test.beforeEach(({ page }) => page.goto('/'))

test('SHELL-01 SHELL-02 SHELL-04 SHELL-10 the root asks for e-mail and password and offers nothing else; nothing is sent while one is missing', async ({
  page,
}) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(email(page)).toBeVisible()
  await expect(password(page)).toHaveAttribute('type', 'password')
  const forgot = page.getByRole('link', { name: 'Forgot Password' })
  await expect(forgot).toBeVisible()
  await expect(page.locator('form').locator('input')).toHaveCount(2)
  await expect(page.locator('form button[type=submit]')).toHaveText(['Login'])
  await expect(page).toHaveTitle(/^Sign in/)

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

  for (const typed of ['', 'noble']) {
    await email(page).fill(`${typed}x`)
    await expect(email(page)).not.toHaveAccessibleDescription(/./)
    await email(page).fill(typed)
    await forgot.click()
    await expect(toast(page, 'Invalid e-mail/password.').first()).toBeVisible()
    await expect(email(page)).toHaveAccessibleDescription('Please enter your whole e-mail address.')
    await expect(email(page)).toBeFocused()
  }
  expect(sent).toEqual([])
})

test('SHELL-07 SHELL-08 SHELL-09 ERRORS-10 why it failed is told in a toast and at the field, and what was typed is kept', async ({
  page,
  allowFaults,
}) => {
  allowFaults('Failed to load resource')
  await expect(login(page)).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)

  await fill(page, { email: 'nobody@crossmatch.example', password: 'crossmatch' })
  await login(page).click()
  await expect(toast(page, 'Email not found!')).toBeVisible()
  await expect(email(page)).toHaveAccessibleDescription('No account has this address.')
  await expect(email(page)).toBeFocused()
  await page.clock.runFor(6_000)
  await expect(toast(page, 'Email not found!')).toBeHidden()

  await fill(page, { email: firm, password: 'wrong-password' })
  await login(page).click()
  const told = page.getByText('The password entered was incorrect')
  await expect(told).toBeVisible()
  await page.clock.runFor(6_500)
  await expect(told).toBeVisible()
  await page.clock.runFor(1_500)
  await expect(told).toBeHidden()
  await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(password(page)).toBeFocused()
  await expect(password(page)).toHaveValue('wrong-password')

  const sent = signInCalls(page)
  for (const [typed, answer, words] of [
    ['firm', 'of the server', 'Please enter your whole e-mail address.'],
    [firm, { status: 500, json: {} }, 'The server did not answer. Please try again.'],
    [firm, 'none', 'The server did not answer. Please try again.'],
  ] as const) {
    await page.route('**/api/session', (route) => {
      if (answer === 'of the server') return route.continue()
      return answer === 'none' ? route.abort() : route.fulfill(answer)
    })
    await fill(page, { email: typed, password: 'crossmatch' })
    await login(page).click()
    await expect(toast(page, 'Invalid e-mail/password.')).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    await expect(password(page)).toHaveValue('crossmatch')
    await expect(page).toHaveURL('/')
    await page.clock.runFor(8_000)
    await expect(toast(page, 'Invalid e-mail/password.')).toBeHidden()
    await page.unroute('**/api/session')
  }
  await page.clock.resume()
  await login(page).click()
  await expect(page).toHaveURL('/dashboard')
  expect(sent.slice(-3)).toMatchObject([{ email: firm }, { email: firm }, { email: firm }])
})

test('SHELL-03 SHELL-05 SHELL-06 ERRORS-10 Enter in either field signs in, once, with the e-mail trimmed, and leads to the dashboard', async ({
  page,
}) => {
  const sent = signInCalls(page)
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/session', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  // a field of this type trims by itself; the page must not lean on that
  await email(page).evaluate((field) => field.setAttribute('type', 'text'))
  await fill(page, { email: `  ${firm} `, password: 'crossmatch' })
  await email(page).press('Enter')
  await expect(login(page)).toHaveAttribute('aria-busy', 'true')
  await login(page).click({ force: true })
  await password(page).press('Enter')
  answer()
  await expect(toast(page, 'Logged In')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  expect(sent).toMatchObject([{ email: firm }])

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(login(page)).toBeVisible()
  await fill(page, { email: firm, password: 'crossmatch' })
  await password(page).press('Enter')
  await expect(page).toHaveURL('/dashboard')
  expect(sent).toHaveLength(2)
})

test('SHELL-01 SHELL-06 the whole sign-in works by keyboard', { tag: '@long' }, async ({ page }) => {
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
