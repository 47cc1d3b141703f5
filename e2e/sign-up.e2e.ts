import type { Page } from '@playwright/test'
import { aBank } from '#testing/makers.ts'
import { expect, test } from './fixtures.ts'
import { looksGood } from './looks.ts'

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

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function told(page: Page, title: string, text: string) {
  await expect(alert(page)).toContainText(title)
  await expect(alert(page)).toContainText(text)
  await page.keyboard.press('Enter')
  await expect(alert(page)).toHaveCount(0)
}

test('SIGNUP-01 SIGNUP-02 SIGNUP-03 SIGNUP-12 SIGNUP-13 SIGNUP-14 ROLES-28 STORAGE-01 ERRORS-04 a hospital signs up in two steps, reloads on the way, and signs in', async ({
  visitor,
  db,
}) => {
  const page = await visitor('/signup/redbank')
  await expect(page.getByText('By invitation of Redbank')).toBeVisible()
  await fillPlace(page)
  await press(page, 'Next')
  await expect(field(page, 'E-mail')).toBeVisible()
  await fillPerson(page, 'lotus.walk@example.org')
  await press(page, 'Previous')
  await expect(field(page, 'Hospital Name')).toHaveValue('Lotus Hospital')
  await press(page, 'Next')
  await expect(field(page, 'E-mail')).toHaveValue('lotus.walk@example.org')
  await page.reload()
  await expect(field(page, 'E-mail')).toHaveValue('lotus.walk@example.org')
  // a password is kept nowhere (ruling AMB-149)
  await expect(field(page, 'Password')).toHaveValue('')
  expect(await kept(page)).toContain('Lotus Hospital')
  expect(await kept(page)).not.toContain('seven77')
  await fillPerson(page, 'lotus.walk@example.org')
  await press(page, 'Submit')
  await expect(toast(page, 'User Created')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await kept(page)).toBeNull()
  const entry = await db
    .selectFrom('organisations')
    .selectAll()
    .where('id', '=', 'lotus.walk')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ referenceBankId: 'redbank', accountStatus: 'pending' })
  await page.getByLabel('E-mail').fill('lotus.walk@example.org')
  await field(page, 'Password').fill('seven77')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The provider is verifying your hospital.')).toBeVisible()
})

test('SIGNUP-04 ERRORS-01 whatever is missing of the hospital is told, and the step stays', async ({
  visitor,
}) => {
  const page = await visitor('/signup/redbank')
  await fillPlace(page)
  for (const name of ['Hospital Name', 'Address', 'Primary Phone', 'Secondary Phone']) {
    const before = await field(page, name).inputValue()
    await field(page, name).fill(' ')
    await press(page, 'Next')
    await told(page, 'Form Incomplete', 'Please fill all fields before clicking next')
    await expect(field(page, name)).toBeFocused()
    await field(page, name).fill(before)
  }
})

test('SIGNUP-05 SIGNUP-06 SIGNUP-07 SIGNUP-08 ERRORS-01 what is missing or wrong of the account is told in order, and nothing is sent', async ({
  visitor,
}) => {
  const page = await visitor('/signup/redbank')
  await fillPlace(page)
  await press(page, 'Next')
  await expect(field(page, 'E-mail')).toBeVisible()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sign-ups')) sent++
  })
  await fillPerson(page, '')
  await press(page, 'Submit')
  await told(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await fillPerson(page, 'abc')
  await field(page, 'Confirm Password').fill('other77')
  await press(page, 'Submit')
  await told(page, 'Password Mismatch', "the passwords don't match")
  await field(page, 'Password').fill('123456')
  await field(page, 'Confirm Password').fill('123456')
  await press(page, 'Submit')
  await told(page, 'Password too short', 'more than 6 characters')
  await field(page, 'Password').fill('1234567')
  await field(page, 'Confirm Password').fill('1234567')
  await press(page, 'Submit')
  await told(page, 'Invalid Email', 'check the e-mail')
  expect(sent).toBe(0)
})

test('SIGNUP-09 SIGNUP-10 SIGNUP-11 addresses are suggested a second after typing, by mouse and keyboard; the step changes after a second and a half', async ({
  visitor,
}) => {
  const page = await visitor(null)
  await page.clock.install()
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
  await field(page, 'Address').fill('Myl')
  await page.clock.runFor(900)
  expect(asked).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => asked).toEqual(['Myl'])
  await page.getByRole('option', { name: 'Mylapore, Chennai' }).click()
  await expect(field(page, 'Address')).toHaveValue('Mylapore, Chennai')
  await expect(page.getByRole('option')).toHaveCount(0)
  await field(page, 'Address').fill('Myla')
  await page.clock.runFor(1_100)
  await expect(page.getByRole('option')).toHaveCount(2)
  await field(page, 'Address').press('ArrowDown')
  await field(page, 'Address').press('ArrowDown')
  await field(page, 'Address').press('Enter')
  await expect(field(page, 'Address')).toHaveValue('Mylam, Villupuram')
  await field(page, 'Hospital Name').fill('Lotus Hospital')
  await field(page, 'Primary Phone').fill('1')
  await field(page, 'Secondary Phone').fill('2')
  await press(page, 'Next')
  await page.clock.runFor(1_400)
  await expect(field(page, 'E-mail')).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(field(page, 'E-mail')).toBeVisible()
})

test('SIGNUP-16 SIGNUP-17 STORAGE-02 ERRORS-11 an e-mail that is taken empties everything; another failure leaves it', async ({
  visitor,
  allowFaults,
}) => {
  const page = await visitor('/signup/redbank')
  await fillPlace(page)
  await press(page, 'Next')
  await expect(field(page, 'E-mail')).toBeVisible()
  await fillPerson(page, 'orchid@example.org')
  allowFaults(/status of 500/)
  await page.route('**/api/sign-ups', (route) =>
    route.fulfill({ status: 500, json: { code: 'unexpected', title: 'Database Error', text: 'It broke.' } }),
  )
  await press(page, 'Submit')
  await expect(toast(page, 'Error: It broke.')).toBeVisible()
  await expect(toast(page, 'Error: It broke.')).toHaveCount(0, { timeout: 3_000 })
  await expect(field(page, 'E-mail')).toHaveValue('orchid@example.org')
  await page.unroute('**/api/sign-ups')
  await field(page, 'E-mail').fill('firm@example.org')
  await press(page, 'Submit')
  await expect(toast(page, 'Error: The email address is already in use by another account.')).toBeVisible()
  await expect(field(page, 'Hospital Name')).toHaveValue('')
  expect(await kept(page)).toBeNull()

  // it is signed up, but the answer does not come through: pressed again it is the same sign-up
  allowFaults(/ERR_FAILED/)
  await fillPlace(page)
  await press(page, 'Next')
  await expect(field(page, 'E-mail')).toBeVisible()
  await fillPerson(page, 'orchid@example.org')
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

test('SIGNUP-01 a bank has the link to hand out on its home view, as text and as a code', async ({
  signedIn,
}) => {
  const page = await signedIn('bluebank_bloodbank')
  const invite = page.getByRole('group', { name: 'Invite a hospital' })
  const link = invite.getByRole('link')
  const address = await link.textContent()
  expect(address).toMatch(/\/signup\/bluebank$/)
  await expect(invite.getByRole('img', { name: `Code of ${address}` })).toBeVisible()
  await link.click()
  await expect(page.getByText('By invitation of Bluebank')).toBeVisible()
})

test('SIGNUP-01 AMB-150 a link of no blood bank is not found', async ({ visitor, db }) => {
  const { id } = await aBank(db)
  const page = await visitor(`/signup/${id}`)
  await expect(field(page, 'Hospital Name')).toBeVisible()
  await page.goto('/signup/nosuchbank')
  await expect(page.getByRole('button', { name: 'Go Back To Dashboard' })).toBeVisible()
})

test('SIGNUP-02 SIGNUP-03 both steps are usable by everybody at every width', async ({ visitor, axe }) => {
  const page = await visitor('/signup/redbank')
  await expect(field(page, 'Hospital Name')).toBeVisible()
  await looksGood(page, axe)
  await fillPlace(page)
  await press(page, 'Next')
  await expect(field(page, 'E-mail')).toBeVisible()
  await looksGood(page, axe)
})
