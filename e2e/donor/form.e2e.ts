import type { Locator } from '@playwright/test'
import { donorWordsEn as en } from '#domain/donors/words-en.ts'
import { donorWordsTa as ta } from '#domain/donors/words-ta.ts'
import { offeredBy, pick } from '../pages/choices.ts'
import {
  closeSaid,
  consentBox,
  consentPath,
  donationIdOn,
  field,
  fillDetails,
  submit,
} from '../pages/donor-page.ts'
import { expect, test } from '../pages/fixtures.ts'

test('DONOR-PUBLIC-01 DONOR-PUBLIC-04 DONOR-PUBLIC-05 DONOR-PUBLIC-06 DONOR-PUBLIC-11 DONOR-PUBLIC-16 DONOR-PUBLIC-17 DONOR-PUBLIC-26 DONOR-PUBLIC-27 ROLES-27 the form is there for anybody, asks no man what is for females only, and can be started again', async ({
  visitor,
  moveClock,
}) => {
  await moveClock('2026-11-16T10:00:00+05:30')
  const page = await visitor(consentPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blood Donor Form')
  await expect(page.getByText('Redbank, Chennai')).toBeVisible()
  for (const { title } of Object.values(en.sections))
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Permanent Deferral' }).getByRole('checkbox')).toHaveCount(18)
  const questions = page.getByRole('region', { name: 'Questionnaire' })
  await expect(questions.getByRole('checkbox')).toHaveCount(23)
  await expect(questions.getByRole('heading', { level: 3 })).toHaveText([
    'In the past 2 years',
    'In the past 12 months',
    'In the past 6 months',
    'In the past 4 months',
    'In the past 3 months',
    'In the past 4 weeks',
    'In the past 1 week',
    'For females only',
  ])
  const declarations = page.getByRole('region', { name: 'Consent and Screening Declarations' })
  await expect(declarations.getByRole('checkbox')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible()
  for (const name of ['Terms', 'Privacy'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()

  await expect(field(page, 'phone')).toHaveAttribute('placeholder', 'ddd-dd-ddd')
  const choicesOf = (name: 'donorType' | 'gender' | 'bloodGroup') => offeredBy(field(page, name))
  await expect(field(page, 'gender')).toHaveAttribute('placeholder', 'Choose')
  expect(await choicesOf('donorType')).toEqual(['Voluntary', 'Replacement'])
  expect(await choicesOf('gender')).toEqual(['Male', 'Female', 'Others'])
  expect(await choicesOf('bloodGroup')).toEqual(Object.values(en.bloodGroups))
  // what the pickers offer, by India's day
  await expect(field(page, 'bornOn')).toHaveAttribute('max', '2008-11-16')
  await expect(field(page, 'lastDonatedOn')).toHaveAttribute('max', '2026-11-16')

  await expect(page.getByRole('button', { name: en.form.startAgain })).toHaveCount(0)
  const box = page.getByLabel(en.answers.female)
  await box.check()
  await pick(field(page, 'gender'), 'Male')
  await expect(box).toBeDisabled()
  await expect(box).not.toBeChecked()
  await pick(field(page, 'gender'), 'Female')
  await expect(box).toBeChecked()
  await page.getByRole('button', { name: en.form.startAgain }).click()
  await closeSaid(page, en.form.startAgainAsk, en.form.stay)
  await expect(box).toBeChecked()
  await page.getByRole('button', { name: en.form.startAgain }).click()
  await closeSaid(page, en.form.startAgainAsk, en.form.startAgain)
  await expect(box).not.toBeChecked()
  await expect(field(page, 'gender')).toHaveValue('')
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
})

test('DONOR-PUBLIC-08 DONOR-PUBLIC-09 DONOR-PUBLIC-10 DONOR-PUBLIC-12 DONOR-PUBLIC-13 DONOR-PUBLIC-14 DONOR-PUBLIC-15 DONOR-PUBLIC-16 DONOR-PUBLIC-17 DONOR-PUBLIC-18 ERRORS-01 the checks come in their order, then numbers and days that cannot be', {
  tag: '@long',
}, async ({ visitor }) => {
  const page = await visitor('/consent')
  await submit(page)
  await closeSaid(page, {
    title: 'Invalid URL accessed',
    text: 'Missing bloodbank ID, please ask admin for a valid link',
  })
  // a bank that nobody knows is none
  await page.goto('/consent?bloodbankId=nosuch')
  await expect(page.getByText(en.form.brokenLink)).toBeVisible()
  await submit(page)
  await closeSaid(page, en.alerts['no-bank'])

  await page.goto(consentPath)
  await submit(page)
  await closeSaid(page, {
    title: 'Donor Consent Error',
    text: 'Please Check the Consent Declaration Box',
  })
  await expect(consentBox(page)).toBeFocused()
  await expect(consentBox(page)).toHaveAttribute('aria-invalid', 'true')
  await consentBox(page).check()
  for (const phone of ['984001234', '98400123456']) {
    await field(page, 'phone').fill(phone)
    await submit(page)
    await closeSaid(page, { title: 'Invalid Phone Number', text: 'Check the number' })
  }
  await expect(field(page, 'phone')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'phone')).toBeFocused()

  await field(page, 'phone').fill('9840012345')
  await submit(page)
  await closeSaid(page, { title: 'Form Incomplete', text: 'Donor Details Section' })
  for (const name of ['name', 'bornOn', 'weightKg', 'gender', 'bloodGroup', 'address', 'donorType'] as const)
    await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true')
  for (const name of ['phone', 'email', 'lastDonatedOn', 'donations'] as const)
    await expect(field(page, name)).not.toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'name')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: 'Address', exact: true }).click()
  await expect(field(page, 'address')).toBeFocused()

  await fillDetails(page)
  await field(page, 'donations').pressSequentially('-1')
  await closeSaid(page, { title: 'Negative number', text: 'cannot be below 0' })
  await expect(field(page, 'donations')).toHaveValue('')

  await field(page, 'donations').fill('2')
  await submit(page)
  await closeSaid(page, en.alerts['form-incomplete'])
  await expect(field(page, 'lastDonatedOn')).toHaveAttribute('aria-invalid', 'true')
  await field(page, 'lastDonatedOn').fill('2999-01-01')
  await field(page, 'bornOn').fill('2020-01-01')
  await submit(page)
  await closeSaid(page, en.alerts['form-incomplete'])
  await expect(page.getByText(en.mistakes.tooYoung)).toBeVisible()
  await expect(page.getByText(en.mistakes.tooEarly)).toBeVisible()
})

test('DONOR-PUBLIC-19 DONOR-PUBLIC-21 T45 a good form is sent once, however often the button is pressed, and the form is empty again', async ({
  visitor,
  db,
}) => {
  const page = await visitor(consentPath)
  const posts: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/donor-forms', async (route) => {
    posts.push(route.request().headers()['idempotency-key'] ?? '')
    await answered
    await route.continue()
  })
  await fillDetails(page)
  await page.getByLabel(en.deferrals.cancer).check()
  await page.getByLabel(en.answers.female).check()
  await consentBox(page).check()
  await submit(page)
  const button = page.getByRole('button', { name: 'Submit' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await field(page, 'name').press('Enter')
  answer()
  await closeSaid(page, { title: 'Data Submitted', text: 'successfully submitted' })
  expect(posts).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  for (const name of ['name', 'phone', 'bornOn', 'gender', 'weightKg', 'address'] as const)
    await expect(field(page, name)).toHaveValue('')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  const id = await donationIdOn(page)
  const form = await db.selectFrom('donorForms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(form).toMatchObject({
    bankId: 'redbank',
    status: 'incomplete',
    language: 'en',
    name: 'Selvi Murugan',
  })
  expect([form.deferrals.cancer, form.answers.female, form.answers.cold]).toEqual([true, true, false])
  // sent is sent: nothing of it is left on the device
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
})

test('DONOR-PUBLIC-20 ERRORS-03 T61 a failed write is told, the form is empty, and what was typed can be had back; a hall that sends too much is told to wait', async ({
  visitor,
  allowFaults,
}) => {
  allowFaults(/status of 500/, /ERR_FAILED/)
  const page = await visitor(consentPath)
  await fillDetails(page)
  await consentBox(page).check()
  const busy = { code: 'too-often', title: 'Too Many Tries', text: 'Please wait a little and try again.' }
  await page.route('**/api/donor-forms', (route) => route.fulfill({ status: 429, json: busy }))
  await submit(page)
  await closeSaid(page, en.alerts['too-often'])
  await expect(field(page, 'name')).toHaveValue('Selvi Murugan')

  await page.unroute('**/api/donor-forms')
  await page.route('**/api/donor-forms', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'unexpected', title: 'Database Error', text: 'It could not be saved (ref ABCD).' },
    }),
  )
  await submit(page)
  const alert = page.getByRole('alertdialog', { name: 'Database Error' })
  await expect(alert).toContainText('Error: It could not be saved (ref ABCD).')
  await expect(page.locator('#donor-name')).toHaveValue('')
  await alert.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'name')).toHaveValue('Selvi Murugan')
  await expect(consentBox(page)).toBeChecked()

  await page.unroute('**/api/donor-forms')
  await page.route('**/api/donor-forms', (route) => route.abort())
  await submit(page)
  await closeSaid(page, { title: 'Database Error', text: 'Error: The server could not be reached.' })
  await expect(field(page, 'name')).toHaveValue('')
  await page.reload()
  await expect(field(page, 'name')).toHaveValue('')
})

test('AMB-263 DONOR-PUBLIC-02 DONOR-PUBLIC-03 DONOR-PUBLIC-23 in Tamil, and nothing typed is lost by the switch or a reload', async ({
  visitor,
  db,
}) => {
  const page = await visitor('/consent?bloodbankId=redbank&language=hi')
  // a language that nobody wrote is English; then the letters of Tamil are not fetched either
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.title)
  const fonts = () =>
    page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /tamil/.test(name)).length,
    )
  expect(await fonts()).toBe(0)
  await field(page, 'name').fill('செல்வி முருகன்')
  await page.getByLabel(en.answers.jaundice).check()
  await page.getByRole('button', { name: 'தமிழ்' }).press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('இரத்த தானப் படிவம்')
  await expect(field(page, 'name', ta)).toHaveValue('செல்வி முருகன்')
  await expect(page.getByLabel(ta.answers.jaundice)).toBeChecked()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    ...Object.values(ta.periods),
    ta.declarations.consent.title,
    ta.declarations.screening.title,
  ])
  await expect.poll(fonts).toBeGreaterThan(0)

  await page.reload()
  await expect(page.getByText(ta.form.restored)).toBeVisible()
  await expect(field(page, 'name', ta)).toHaveValue('செல்வி முருகன்')
  await submit(page, ta)
  await closeSaid(page, ta.alerts['no-consent'], 'சரி')
  await expect(consentBox(page, ta)).toBeFocused()
  await page.keyboard.press('Space')
  await field(page, 'phone', ta).fill('984-00-123')
  await field(page, 'bornOn', ta).fill('1994-03-12')
  await field(page, 'weightKg', ta).fill('51.5')
  await pick(field(page, 'gender', ta), ta.genders.Female)
  await pick(field(page, 'bloodGroup', ta), ta.bloodGroups['AB-'])
  await field(page, 'address', ta).fill('22, பாரதி தெரு, அடையாறு')
  await pick(field(page, 'donorType', ta), ta.donorTypes.replacement)
  await field(page, 'lastMeal', ta).press('Enter')
  await closeSaid(page, ta.alerts.submitted, 'சரி')
  const id = await donationIdOn(page)
  const form = await db.selectFrom('donorForms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(form).toMatchObject({
    language: 'ta',
    name: 'செல்வி முருகன்',
    phone: '984-00-123',
    bloodGroup: 'AB-',
    donorType: 'replacement',
    weightKg: 51.5,
    lastDonatedOn: null,
  })
  expect(form.answers.jaundice).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^நன்றி, /)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Thank you, /)
  await page.getByRole('button', { name: en.thanks.another }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.title)
})

test('DONOR-PUBLIC-19 DONOR-PUBLIC-04 the form is filled in and sent by keyboard alone', {
  tag: '@long',
}, async ({ visitor, db }) => {
  const page = await visitor(consentPath)
  const goTo = async (place: Locator) => {
    await expect(place).toBeVisible()
    for (let presses = 0; presses < 60; presses++) {
      if (await place.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(place).toBeFocused()
  }
  const type = async (name: Parameters<typeof field>[1], text: string) => {
    await goTo(field(page, name))
    await page.keyboard.type(text)
  }
  await type('name', 'Kala Keyboard')
  await type('phone', '9840012345')
  // the same in every order of day and month: the browser asks for it in its own
  await type('bornOn', '03031994')
  await type('weightKg', '58')
  // letters point, Enter chooses; Tab leaves an open list for the next field. One letter each: what is typed slowly begins anew
  await type('gender', 'F')
  await expect(field(page, 'gender')).toHaveValue('')
  await page.keyboard.press('Enter')
  await type('bloodGroup', 'O')
  await page.keyboard.press('Tab')
  await expect(field(page, 'address')).toBeFocused()
  await expect(field(page, 'bloodGroup')).toHaveValue('')
  await page.keyboard.type('22 Bharathi Street')
  await page.keyboard.press('Shift+Tab')
  // past the first comes the last
  await page.keyboard.press('A')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await type('donorType', 'V')
  await page.keyboard.press('Enter')
  await goTo(page.getByLabel(en.answers.cold))
  await page.keyboard.press('Space')
  await goTo(consentBox(page))
  await page.keyboard.press('Space')
  await goTo(page.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alertdialog', { name: 'Data Submitted' })
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const id = await donationIdOn(page)
  const form = await db.selectFrom('donorForms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(form).toMatchObject({
    name: 'Kala Keyboard',
    bornOn: '1994-03-03',
    gender: 'Female',
    bloodGroup: 'AB-',
  })
  expect(form.answers.cold).toBe(true)
})

test('SHELL-42 the form is loaded anew when another build is served, and what was typed is there again', async ({
  visitor,
}) => {
  const page = await visitor(null)
  let build = 'first'
  let polls = 0
  await page.route('**/api/buildId', (route) => {
    polls += 1
    return route.fulfill({ json: { buildID: build } })
  })
  await page.clock.install()
  await page.goto(consentPath)
  await expect.poll(() => polls).toBe(1)
  await field(page, 'name').fill('Selvi Murugan')
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  build = 'second'
  const loaded = page.waitForEvent('load')
  await page.clock.fastForward('10:01')
  await loaded
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false)
  await expect(field(page, 'name')).toHaveValue('Selvi Murugan')
})
