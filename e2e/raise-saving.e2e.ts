import { expect, test } from './fixtures.ts'
import { at, closeAlert, field, fillForm, postsOf, raisePath, submit } from './raise-form.ts'

test('RAISE-37 RAISE-38 RAISE-43 RAISE-44 ERRORS-04 a good form is saved once, however often the button is pressed', async ({
  signedIn,
  moveClock,
  db,
  server,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/requests', async (route) => {
    if (route.request().method() === 'POST') await answered
    await route.continue()
  })
  await fillForm(page, { 'Patient ID': 'FH-once' })
  await submit(page)
  const button = page.getByRole('button', { name: 'Submit Request' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toContainText('Saving')
  await button.click({ force: true })
  await field(page, 'Reason').press('Enter')
  answer()
  const alert = page.getByRole('alertdialog', { name: 'Data Submitted' })
  await expect(alert).toContainText('Your details have been successfully submitted')
  await expect(field(page, 'Patient Name')).toHaveValue('Lakshmi Narayanan')
  await alert.getByRole('button', { name: 'OK' }).click()
  for (const label of ['Patient Name', 'Age', 'Units', 'Component', 'Sample Pickup Time'] as const)
    await expect(field(page, label)).toHaveValue('')
  await expect(field(page, 'Patient Name')).toBeFocused()
  expect(posts).toHaveLength(1)

  const [request, ...others] = await db
    .selectFrom('requests')
    .selectAll()
    .where('patientId', '=', 'FH-once')
    .execute()
  expect(others).toEqual([])
  expect(request).toMatchObject({ status: 'pending', hospitalId: 'firm', sex: 'Female', bloodGroup: 'O-' })
  expect(request?.deadlineAt).toEqual(new Date(at('14:40')))
  const tellsOf = (message: object) => JSON.stringify(message).includes(request?.id ?? '-')
  await Promise.all([server.mails.find(tellsOf, 8_000), server.texts.find(tellsOf, 8_000)])
})

test('RAISE-42 seven units are three deliveries', async ({ signedIn, moveClock, db }) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  await fillForm(page, { 'Patient ID': 'FH-seven' })
  await field(page, 'Units').fill('7')
  await page.keyboard.press('Tab')
  await closeAlert(page, 'Several Deliveries', 'There are going to be 3 deliveries')
  await expect(page.getByText('7 units travel in 3 deliveries (3, 3 and 1 units).')).toBeVisible()
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  const deliveries = await db
    .selectFrom('deliveries')
    .innerJoin('requests', 'requests.id', 'deliveries.requestId')
    .select('deliveries.units')
    .where('patientId', '=', 'FH-seven')
    .orderBy('seq')
    .execute()
  expect(deliveries.map(({ units }) => units)).toEqual([3, 3, 1])
})

test('RAISE-45 ERRORS-02 a failed write clears the form, Restore brings it back, and nothing is ordered twice', async ({
  signedIn,
  moveClock,
  allowFaults,
  db,
}) => {
  allowFaults(/status of 500/, /ERR_FAILED/)
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  const detail = 'It could not be saved (ref 7KQM).'
  await page.route('**/api/requests', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { code: 'unexpected', title: 'Database Error', text: detail } })
      : route.continue(),
  )
  await fillForm(page, { 'Patient ID': 'FH-lost' })
  await submit(page)
  const alert = page.getByRole('alertdialog', { name: 'Database Error' })
  await expect(alert).toContainText(detail)
  for (const label of ['Patient Name', 'Age', 'Units', 'Component', 'Sample Pickup Time'] as const)
    await expect(field(page, label)).toHaveValue('')
  await alert.getByRole('button', { name: 'Restore' }).click()
  await expect(field(page, 'Patient ID')).toHaveValue('FH-lost')
  await expect(field(page, 'Component')).toHaveValue('Packed Red Blood Cells')
  await expect(field(page, 'Delivery Deadline Time')).toHaveValue('14:40')

  // this time it is saved, but the answer does not come through
  await page.unroute('**/api/requests')
  await page.route('**/api/requests', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort('failed')
  })
  await submit(page)
  await expect(alert).toContainText('The server could not be reached')
  await alert.getByRole('button', { name: 'Restore' }).click()
  await page.unroute('**/api/requests')
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  expect(new Set(posts.map(({ key }) => key)).size).toBe(1)
  expect(
    await db.selectFrom('requests').select('id').where('patientId', '=', 'FH-lost').execute(),
  ).toHaveLength(1)

  await fillForm(page, { 'Patient ID': 'FH-next' })
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  expect(new Set(posts.map(({ key }) => key)).size).toBe(2)
})

test('RAISE-45 after OK instead of Restore the next request is another one', async ({
  signedIn,
  moveClock,
  allowFaults,
}) => {
  allowFaults(/ERR_FAILED/)
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  await page.route('**/api/requests', (route) =>
    route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
  )
  await fillForm(page, { 'Patient ID': 'FH-a' })
  await submit(page)
  await closeAlert(page, 'Database Error', 'The server could not be reached')
  await page.unroute('**/api/requests')
  await fillForm(page, { 'Patient ID': 'FH-b' })
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  expect(posts.map(({ key }) => key)).toHaveLength(2)
  expect(posts[0]?.key).not.toBe(posts[1]?.key)
})

test('RAISE-39 the same patient and component a moment ago is pointed out, and does not stand in the way', async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const warning = page.getByText('Patient ID FH-twin already has a request for PRBC')
  for (const isSecond of [false, true]) {
    await fillForm(page, { 'Patient ID': 'FH-twin' })
    await expect(warning).toHaveCount(isSecond ? 1 : 0)
    await submit(page)
    await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  }
})

test('RAISE-17 hostile and foreign texts are kept as texts; a name of 121 characters is refused, not cut', async ({
  signedIn,
  moveClock,
  db,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const kept = async (id: string) =>
    (await db.selectFrom('requests').select('patientName').where('patientId', '=', id).executeTakeFirst())
      ?.patientName
  for (const [id, typed, stored] of [
    ['FH-x1', '<script>document.title="owned"</script>', '<script>document.title="owned"</script>'],
    ['FH-x2', 'Anu\u202eecila\u2066', 'Anu ecila'],
    ['FH-x3', 'கார்த்திக் 🩸 O’Neill', 'கார்த்திக் 🩸 O’Neill'],
  ] as const) {
    await fillForm(page, { 'Patient Name': typed, 'Patient ID': id })
    await submit(page)
    await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
    expect(await kept(id)).toBe(stored)
  }
  await expect(page).toHaveTitle(/Raise Request/)

  await fillForm(page, { 'Patient Name': 'x'.repeat(121), 'Patient ID': 'FH-x4' })
  await submit(page)
  await closeAlert(page, 'Invalid Input', 'at most 120 characters')
  await expect(field(page, 'Patient Name')).toBeFocused()
  await expect(field(page, 'Patient Name')).toHaveValue('x'.repeat(121))
  expect(await kept('FH-x4')).toBeUndefined()
  await field(page, 'Patient Name').fill('x'.repeat(120))
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
})

test('RAISE-37 a request can be raised by the keyboard alone', async ({ signedIn, moveClock, db }) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  await field(page, 'Patient Name').focus()
  // down the list as a person goes: no key before the one before it shows
  const choose = async (option: string) => {
    const focused = page.locator(':focus')
    await page.keyboard.press('ArrowDown')
    await expect(focused).toHaveAttribute('aria-expanded', 'true')
    await expect(async () => {
      await page.keyboard.press('ArrowDown')
      const marked = await focused.getAttribute('aria-activedescendant')
      await expect(page.locator(`[id="${marked}"]`)).toHaveText(option, { timeout: 100 })
    }).toPass({ intervals: [50] })
    await page.keyboard.press('Enter')
    await expect(focused).toHaveValue(option)
    await page.keyboard.press('Tab')
  }
  const write = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await write('Fathima Begum')
  await write('FH-keys')
  await write('31')
  await choose('Female')
  await choose('B POS')
  await choose('Packed Red Blood Cells')
  await write('2')
  await write('Dengue')
  await choose('immediate')
  await choose('Tomorrow, 21 Nov')
  await page.keyboard.type('0930AM')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Data Submitted' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Patient Name')).toBeFocused()
  expect(
    await db.selectFrom('requests').selectAll().where('patientId', '=', 'FH-keys').executeTakeFirst(),
  ).toMatchObject({ patientName: 'Fathima Begum', age: 31, units: 2, orderType: 'immediate' })
})
