import type { Page } from '@playwright/test'
import { aBank, anAccount, emailOf, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('crossmatch.sign-up'))
const alert = (page: Page) => page.getByRole('alertdialog')
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

async function fillPlace(page: Page) {
  await field(page, 'Hospital Name').fill('Lotus Hospital')
  await field(page, 'Address').fill('4 Big Street')
  await field(page, 'Primary Phone').fill('044 2811 0014')
  await field(page, 'Secondary Phone').fill('98401 10014')
}

async function fillPerson(page: Page, email: string) {
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill('seven77')
  await field(page, 'Confirm Password').fill('seven77')
}

async function goToPerson(page: Page) {
  await fillPlace(page)
  await press(page, 'Next')
  await page.clock.fastForward(1_500)
  await expect(field(page, 'E-mail')).toBeVisible()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function told(page: Page, title: string, text: string) {
  await expect(alert(page)).toContainText(title)
  await expect(alert(page)).toContainText(text)
  await expect(alert(page).getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveCount(0)
}

test('SIGNUP-01 SIGNUP-02 SIGNUP-03 SIGNUP-12 SIGNUP-13 SIGNUP-14 ROLES-28 STORAGE-01 ERRORS-04 a hospital signs up in two steps, reloads on the way, signs in and proves its mailbox', {
  tag: '@looks',
}, async ({ visitor, db, server, looksGood }) => {
  const page = await visitor(null)
  await page.clock.install()
  await page.goto('/signup/redbank')
  const id = `lotus.walk${nextNumber()}`
  const email = `${id}@example.org`
  await expect(page.getByText('By invitation of Redbank')).toBeVisible()
  await goToPerson(page)
  await fillPerson(page, email)
  await press(page, 'Previous')
  await expect(field(page, 'Hospital Name')).toHaveValue('Lotus Hospital')
  await press(page, 'Next')
  await page.clock.fastForward(1_500)
  await expect(field(page, 'E-mail')).toHaveValue(email)
  await page.reload()
  await expect(field(page, 'E-mail')).toHaveValue(email)
  // a password is kept nowhere (ruling AMB-149)
  await expect(field(page, 'Password')).toHaveValue('')
  expect(await kept(page)).toContain('Lotus Hospital')
  expect(await kept(page)).not.toContain('seven77')
  await fillPerson(page, email)
  await press(page, 'Submit')
  await expect(toast(page, 'User Created')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => kept(page)).toBeNull()
  const entry = await db
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    name: 'Lotus Hospital',
    referenceBankId: 'redbank',
    accountStatus: 'pending',
  })
  // AMB-266
  await expect(page.getByText('Your hospital is signed up.')).toContainText(email)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await field(page, 'Password').fill('seven77')
  await page.keyboard.press('Enter')
  // T04: first of all the mailbox is proved; there is nothing else to be had
  await expect(page.getByText(/^Please open the link that we sent to .* opens by itself\.$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'My account' })).toHaveCount(0)
  await looksGood(page, 'wide')
  await press(page, 'Send the link again')
  await expect(toast(page, `The link was sent to ${email}`)).toBeVisible()
  const mail = await server.mails.find(({ to }) => to.includes(email), 10_000)
  await page.goto(/http\S+\/confirm#\S+/.exec(mail.text)?.[0] ?? '')
  await expect(page, 'the token does not stay in the address').toHaveURL('/confirm')
  await looksGood(page, 'wide')
  await press(page, 'Confirm')
  await expect(page.getByText('Thank you: the address is confirmed.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByText('The provider is verifying your hospital.')).toBeVisible()
})

test('SIGNUP-04 SIGNUP-05 SIGNUP-06 SIGNUP-07 SIGNUP-08 ERRORS-01 SHELL-27 what is missing or wrong of either step is told in order, for everybody, and nothing is sent', {
  tag: '@looks',
}, async ({ visitor, looksGood }) => {
  const page = await visitor('/signup/redbank')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/sign-ups')) sent++
  })
  await fillPlace(page)
  await field(page, 'Secondary Phone').fill(' ')
  await press(page, 'Next')
  await told(page, 'Form Incomplete', 'Please fill all fields before clicking next')
  await expect(field(page, 'Secondary Phone')).toBeFocused()
  await expect(field(page, 'Secondary Phone')).toHaveAttribute('aria-invalid', 'true')
  await looksGood(page, 'narrow')
  await fillPlace(page)
  await press(page, 'Next')
  await expect(field(page, 'E-mail')).toBeVisible()

  await fillPerson(page, 'abc')
  await field(page, 'Password').fill('')
  await press(page, 'Submit')
  await told(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Password')).toBeFocused()
  await looksGood(page, 'narrow')
  for (const [password, again, title, text, wrong] of [
    ['seven77', 'other77', 'Password Mismatch', "the passwords don't match", 'Confirm Password'],
    ['123456', '123456', 'Password too short', 'more than 6 characters', 'Password'],
    ['1234567', '1234567', 'Invalid Email', 'check the e-mail', 'E-mail'],
  ] as const) {
    await field(page, 'Password').fill(password)
    await field(page, 'Confirm Password').fill(again)
    await press(page, 'Submit')
    await told(page, title, text)
    await expect(field(page, wrong)).toBeFocused()
  }
  expect(sent).toBe(0)
})

test('SIGNUP-09 SIGNUP-10 SIGNUP-11 addresses are suggested a second after typing, by mouse and keyboard; the step changes after a second and a half', async ({
  visitor,
}) => {
  const page = await visitor(null)
  await page.clock.install({ time: '2026-11-20T10:00:00+05:30' })
  await page.goto('/signup/redbank')
  const asked: string[] = []
  await page.route('**/api/getAddress', (route) => {
    asked.push(route.request().postDataJSON().address)
    return route.fulfill({
      json: ['Mylapore, Chennai', 'Mylam, Villupuram'].map((description, n) => ({
        description,
        place_id: `p${n}`,
      })),
    })
  })
  await expect(field(page, 'Address')).toBeVisible()
  // the page's time stands still but for what runs here, however slow the machine
  await page.clock.pauseAt('2026-11-20T11:00:00+05:30')
  await field(page, 'Address').fill('Myl')
  await page.clock.runFor(900)
  expect(asked).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => asked).toEqual(['Myl'])
  await page.clock.resume()
  await page.getByRole('option', { name: 'Mylapore, Chennai' }).click()
  await expect(field(page, 'Address')).toHaveValue('Mylapore, Chennai')
  await expect(page.getByRole('option')).toHaveCount(0)
  // whoever has gone on meanwhile is not bothered by what comes
  await field(page, 'Address').fill('Myla')
  await field(page, 'Hospital Name').fill('Lotus Hospital')
  await page.clock.fastForward(1_100)
  await expect.poll(() => asked).toEqual(['Myl', 'Myla'])
  await expect(page.getByRole('option')).toHaveCount(0)
  await field(page, 'Address').focus()
  await expect(page.getByRole('option')).toHaveCount(2)
  await field(page, 'Address').press('ArrowDown')
  await field(page, 'Address').press('ArrowDown')
  await field(page, 'Address').press('Enter')
  await expect(field(page, 'Address')).toHaveValue('Mylam, Villupuram')
  await field(page, 'Primary Phone').fill('1')
  await field(page, 'Secondary Phone').fill('2')
  await page.clock.pauseAt('2026-11-20T12:00:00+05:30')
  await press(page, 'Next')
  await page.clock.runFor(1_400)
  await expect(field(page, 'E-mail')).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(field(page, 'E-mail')).toBeVisible()
  expect(asked).toEqual(['Myl', 'Myla'])
})

test('SIGNUP-16 SIGNUP-17 STORAGE-02 ERRORS-11 an e-mail that is taken empties everything; another failure leaves it', {
  tag: '@long',
}, async ({ visitor, allowFaults }) => {
  allowFaults(/status of 500/, /ERR_FAILED/)
  const page = await visitor(null)
  await page.clock.install()
  await page.goto('/signup/redbank')
  const email = `orchid${nextNumber()}@example.org`
  await goToPerson(page)
  await fillPerson(page, email)
  await page.route('**/api/sign-ups', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected', title: 'Database Error', text: 'It broke.' } }),
  )
  await press(page, 'Submit')
  await expect(toast(page, 'Error: It broke.')).toBeVisible()
  // two seconds on the page's time stands still: a toast that stays longer would stay for good
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)
  await expect(toast(page, 'Error: It broke.')).toHaveCount(0)
  await page.clock.resume()
  await expect(field(page, 'E-mail')).toHaveValue(email)
  expect(await kept(page)).toContain('Lotus Hospital')
  await page.unroute('**/api/sign-ups')
  // reserved, as the page knows or as only the server does: told, and nothing is emptied (ruling AMB-210)
  await field(page, 'E-mail').fill('firm@example.org')
  await press(page, 'Submit')
  await told(page, 'Email Reserved', 'Please use another one')
  await field(page, 'E-mail').fill('redbank@example.org')
  await press(page, 'Submit')
  await expect(toast(page, 'Error: This address reads as an account of the provider')).toBeVisible()
  await expect(field(page, 'Password')).toHaveValue('seven77')
  await field(page, 'E-mail').fill(emailOf('arun.driver'))
  await press(page, 'Submit')
  await expect(toast(page, 'Error: The email address is already in use by another account.')).toBeVisible()
  for (const name of ['Hospital Name', 'Address', 'Primary Phone', 'Secondary Phone'])
    await expect(field(page, name)).toHaveValue('')
  await expect.poll(() => kept(page)).toBeNull()

  // it is signed up, but the answer does not come through: pressed again it is the same sign-up
  await goToPerson(page)
  for (const name of ['E-mail', 'Password', 'Confirm Password'])
    await expect(field(page, name)).toHaveValue('')
  await fillPerson(page, email)
  await page.route('**/api/sign-ups', async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
  await press(page, 'Submit')
  await expect(toast(page, 'Error: The server could not be reached')).toBeVisible()
  await page.unroute('**/api/sign-ups')
  await press(page, 'Submit')
  await expect(toast(page, 'User Created')).toBeVisible()
})

test('SIGNUP-01 AMB-150 a bank has the link to hand out on its home view, as text and as a code; a link of no blood bank, or of one typed by hand, is not found', {
  tag: '@long',
}, async ({ signedIn, become, db }) => {
  const page = await signedIn('bluebank_bloodbank')
  const invite = page.getByRole('group', { name: 'Invite a hospital' })
  const link = invite.getByRole('link')
  await expect(link).toHaveText(/\/signup\/bluebank$/)
  const address = await link.textContent()
  await expect(invite.getByRole('img', { name: `Code of ${address}` })).toBeVisible()
  await link.click()
  await expect(page.getByText('By invitation of Bluebank')).toBeVisible()
  const typed = await aBank(db, { isListed: false })
  for (const bank of ['nosuchbank', typed.id]) {
    await page.goto(`/signup/${bank}`)
    await expect(page.getByRole('button', { name: 'Go Back To Dashboard' })).toBeVisible()
  }
  // and so it is not offered to that bank either
  const grant = { product: 'bloodbank', role: 'admin', organisationId: typed.id } as const
  const { email } = await anAccount(db, { email: `${typed.id}.chief`, grant })
  await become(page, email)
  const asked = page.waitForResponse((answer) => answer.url().endsWith(`/api/sign-up-banks/${typed.id}`))
  await page.goto('/dashboard')
  await asked
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(invite).toHaveCount(0)
})
