import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { answerField, closeAlert, field, fillForm, openChoices, raisePath, submit } from './raise-form.ts'

const at = (time: string, day = '2026-11-20') => `${day}T${time}:00+05:30`
const postsOf = (page: Page) => {
  const posts: { key: string | undefined }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/requests'))
      posts.push({ key: request.headers()['idempotency-key'] })
  })
  return posts
}

test('RAISE-01 RAISE-03 RAISE-10 every field has its label; the order type swaps deadline and hours', async ({
  signedIn,
}) => {
  const page = await signedIn('firm_pilot', raisePath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Raise Request')
  const form = page.getByRole('form', { name: 'Raise Request' })
  const labels = [
    'Patient Name',
    'Patient ID',
    'Age',
    'Gender',
    'Blood Group',
    'Component',
    'Units',
    'Reason',
    'Order Type',
    'Sample Pickup Day',
    'Sample Pickup Time',
    'Delivery Deadline Day',
    'Delivery Deadline Time',
  ]
  await expect(form.locator('label')).toHaveText(labels)
  for (const label of labels) await expect(form.getByLabel(label, { exact: true })).toBeVisible()
  await expect(field(page, 'Units')).toHaveAttribute('min', '1')
  await expect(field(page, 'Units')).toHaveAttribute('max', '30')

  await answerField(page, 'Order Type', 'reservation')
  await expect(field(page, 'Reservation Hours')).toBeVisible()
  await expect(field(page, 'Delivery Deadline Day')).toHaveCount(0)
  await answerField(page, 'Order Type', 'immediate')
  await expect(field(page, 'Delivery Deadline Time')).toBeVisible()
  await expect(field(page, 'Reservation Hours')).toHaveCount(0)
})

test('RAISE-02 SHELL-41 the clock is told every five seconds, in the time of India', async ({ signedIn }) => {
  const page = await signedIn('firm_pilot', null)
  await page.clock.install({ time: at('09:59') })
  await page.goto(raisePath)
  const clock = page.getByRole('main').getByRole('time')
  await clock.waitFor()
  await page.clock.pauseAt(at('10:05'))
  await expect(clock).toHaveText('20 Nov 2026, 10:05:00 am')
  await page.clock.runFor(4_000)
  await expect(clock).toHaveText('20 Nov 2026, 10:05:00 am')
  await page.clock.runFor(1_000)
  await expect(clock).toHaveText('20 Nov 2026, 10:05:05 am')
})

test('RAISE-04 RAISE-05 RAISE-06 RAISE-07 RAISE-08 RAISE-09 SHELL-28 the choices, in lists of at most 168 px', async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const groups = ['A POS', 'A NEG', 'B POS', 'B NEG', 'O POS', 'O NEG', 'AB POS', 'AB NEG']
  const components = ['Packed Red Blood Cells', 'Fresh Frozen Plasma', 'Random Donor Platelets']
  for (const [label, choices] of [
    ['Gender', ['Male', 'Female', 'Others']],
    ['Blood Group', groups],
    ['Component', [...components, 'Single Donor Platelets']],
    ['Order Type', ['immediate', 'reservation']],
  ] as const) {
    await expect(await openChoices(page, label)).toHaveText(choices)
    await page.keyboard.press('Escape')
  }
  await answerField(page, 'Order Type', 'reservation')
  const hours = await openChoices(page, 'Reservation Hours')
  await expect(hours).toHaveText(['6', '12', '18', '24', '30', '36', '42', '48'])
  await expect(page.getByRole('listbox')).toHaveCSS('max-height', '168px')
  const heights = await page.getByRole('listbox').evaluate((list) => [list.clientHeight, list.scrollHeight])
  expect(heights[0]).toBeLessThanOrEqual(168)
  expect(heights[1]).toBeGreaterThan(168)
  await page.keyboard.press('Escape')
  const days = await openChoices(page, 'Sample Pickup Day')
  await expect(days).toHaveCount(8)
  await expect(days.first()).toHaveText('Today, 20 Nov')
  await expect(days.last()).toHaveText(/27 Nov$/)
})

test('RAISE-11 RAISE-13 RAISE-14 RAISE-15 the deadline follows the pickup, and is filled in again on submit', async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const deadline = async (day: string, time: string) => {
    await expect(field(page, 'Delivery Deadline Day')).toHaveValue(day)
    await expect(field(page, 'Delivery Deadline Time')).toHaveValue(time)
  }
  await answerField(page, 'Sample Pickup Day', '1')
  await answerField(page, 'Sample Pickup Time', '10:00')
  await deadline('Tomorrow, 21 Nov', '13:00')
  await answerField(page, 'Sample Pickup Time', '20:59')
  await deadline('Tomorrow, 21 Nov', '23:59')
  await answerField(page, 'Sample Pickup Time', '21:00')
  await deadline('Sun, 22 Nov', '00:00')
  await answerField(page, 'Sample Pickup Time', '22:30')
  await deadline('Sun, 22 Nov', '01:30')
  await answerField(page, 'Sample Pickup Day', '3')
  const days = await openChoices(page, 'Delivery Deadline Day')
  await expect(days.first()).toHaveText(/23 Nov$/)
  await expect(days).toHaveCount(5)
  await page.keyboard.press('Escape')
  await field(page, 'Delivery Deadline Time').fill('')
  await field(page, 'Units').fill('1')
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await deadline('Tue, 24 Nov', '01:30')
})

test('RAISE-16 RAISE-17 RAISE-35 what is missing is told in an alert and marked, and gets the focus', async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  const isWrong = (label: Parameters<typeof field>[1]) =>
    expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')

  await submit(page)
  const alert = page.getByRole('alertdialog')
  await expect(alert.getByRole('heading')).toHaveText('Blood Units Empty or Invalid')
  await expect(alert.getByText('Enter numbers only for blood units')).toBeVisible()
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(alert).toBeHidden()
  await isWrong('Units')
  await expect(field(page, 'Units')).toBeFocused()
  await field(page, 'Units').pressSequentially('abc')
  await submit(page)
  await closeAlert(page, 'Blood Units Empty or Invalid', 'Enter numbers only for blood units')
  await field(page, 'Units').fill('2.5')
  await submit(page)
  await closeAlert(page, 'Blood Units Empty or Invalid', 'Enter numbers only for blood units')

  await field(page, 'Units').fill('2')
  await expect(field(page, 'Units')).not.toHaveAttribute('aria-invalid')
  const inOrder = [
    ['Patient Name', 'Lakshmi'],
    ['Patient ID', 'FH-1'],
    ['Age', '0'],
    ['Gender', 'Others'],
    ['Blood Group', 'AB NEG'],
    ['Component', 'Fresh Frozen Plasma'],
    ['Reason', 'Fall'],
    ['Order Type', 'immediate'],
    ['Sample Pickup Day', '0'],
    ['Sample Pickup Time', '12:00'],
  ] as const
  await field(page, 'Reason').fill('   ')
  for (const [index, [label, answer]] of inOrder.entries()) {
    await submit(page)
    await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
    await expect(field(page, label)).toBeFocused()
    for (const [open] of inOrder.slice(index)) await isWrong(open)
    await answerField(page, label, answer)
  }
  expect(posts).toEqual([])
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  expect(posts).toHaveLength(1)
})

test('RAISE-17 a reservation without its hours is incomplete', async ({ signedIn, moveClock }) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  await fillForm(page, { 'Order Type': 'reservation' })
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Reservation Hours')).toBeFocused()
})

test('RAISE-18 RAISE-19 RAISE-21 RAISE-23 RAISE-24 RAISE-25 RAISE-27 RAISE-28 wrong numbers and times are told', async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('15:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  await fillForm(page, { 'Sample Pickup Time': '16:00' })
  const passed = 'Selected time has already passed.'
  const within = 'Please ensure that the Sample Pickup Date/Time is within 7 days from today.'
  const cases: [Parameters<typeof fillForm>[1], Parameters<typeof field>[1], string, string | RegExp][] = [
    [{ Units: '0' }, 'Units', 'Invalid No. of Blood Units', 'Minimum Units of Blood per Request is 1.'],
    [{ Units: '-2' }, 'Units', 'Invalid No. of Blood Units', 'Minimum Units of Blood per Request is 1.'],
    [{ 'Sample Pickup Time': '14:00' }, 'Sample Pickup Time', 'Invalid Sample Pickup Time', passed],
    [{ 'Sample Pickup Time': '15:29' }, 'Sample Pickup Time', 'Sample Pickup Time Issue', /30 minutes/],
    [{ 'Delivery Deadline Time': '14:00' }, 'Delivery Deadline Time', 'Invalid Delivery Deadline', passed],
    [{ 'Delivery Deadline Time': '18:59' }, 'Delivery Deadline Time', 'Delivery Time Issue', /3 hours/],
    [
      { 'Sample Pickup Day': '7', 'Sample Pickup Time': '21:00' },
      'Sample Pickup Time',
      'Invalid Date/Time Selected',
      within,
    ],
  ]
  for (const [change, wrong, title, text] of cases) {
    for (const [label, answer] of Object.entries(change ?? {}))
      await answerField(page, label as typeof wrong, answer)
    await submit(page)
    await closeAlert(page, title, text)
    await expect(field(page, wrong)).toBeFocused()
    await expect(field(page, wrong)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, wrong)).toHaveAccessibleDescription(text)
    await answerField(page, 'Units', '2')
    await answerField(page, 'Sample Pickup Time', '16:00')
  }
  // Enter leaves no field, so the age is not put right before it is looked at
  for (const age of ['121', '-1']) {
    await field(page, 'Age').fill(age)
    await page.keyboard.press('Enter')
    await closeAlert(page, 'Invalid Age', 'Please select a valid age.')
  }
  await field(page, 'Age').fill('120')
  await field(page, 'Units').fill('31')
  await page.keyboard.press('Tab')
  await closeAlert(page, 'Several Deliveries', 'There are going to be 11 deliveries')
  await submit(page)
  await closeAlert(page, 'Invalid No. of Blood Units', /30/)
  expect(posts).toEqual([])
})

for (const [row, change] of [
  ['RAISE-25', { 'Sample Pickup Time': '15:30' }],
  ['RAISE-27', { 'Sample Pickup Time': '16:00', 'Delivery Deadline Time': '19:00' }],
  ['RAISE-28', { 'Sample Pickup Day': '7', 'Sample Pickup Time': '20:59' }],
] as const) {
  test(`${row} just inside the limit it is accepted`, async ({ signedIn, moveClock }) => {
    await moveClock(at('15:00'))
    const page = await signedIn('firm_pilot', raisePath)
    await fillForm(page, change)
    await submit(page)
    await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  })
}

test('RAISE-22 leaving the age puts it into its range', async ({ signedIn }) => {
  const page = await signedIn('firm_pilot', raisePath)
  for (const [age, clamped] of [
    ['130', '120'],
    ['-5', '0'],
    ['0', '0'],
    ['120', '120'],
  ] as const) {
    await field(page, 'Age').fill(age)
    await page.keyboard.press('Tab')
    await expect(field(page, 'Age')).toHaveValue(clamped)
  }
})

test('RAISE-30 RAISE-31 RAISE-32 leaving more than 3 units tells the deliveries, once for each number', async ({
  signedIn,
}) => {
  const page = await signedIn('firm_pilot', raisePath)
  const alert = page.getByRole('alertdialog')
  for (const [units, count] of [
    ['4', 2],
    ['7', 3],
    ['9', 3],
    ['30', 10],
  ] as const) {
    await field(page, 'Units').fill(units)
    await page.keyboard.press('Tab')
    await expect(alert).toContainText(`There are going to be ${count} deliveries for this Request`)
    await expect(alert).toContainText('A single delivery holds at most 3 units')
    await page.keyboard.press('Escape')
    await expect(alert).toBeHidden()
    await expect(field(page, 'Reason')).toBeFocused()
  }
  await field(page, 'Units').focus()
  await page.keyboard.press('Tab')
  await field(page, 'Units').fill('3')
  await page.keyboard.press('Tab')
  await page.waitForTimeout(300)
  await expect(alert).toHaveCount(0)
  await field(page, 'Units').fill('30')
  await page.keyboard.press('Enter')
  await expect(alert).toContainText('There are going to be 10 deliveries')
})

test('RAISE-33 platelets of one donor are offered from 08:00 to 16:30, and let go after', async ({
  signedIn,
  moveClock,
}) => {
  for (const [time, isOffered] of [
    ['07:59', false],
    ['08:00', true],
    ['16:31', false],
  ] as const) {
    await moveClock(at(time))
    const page = await signedIn('firm_pilot', raisePath)
    await expect(await openChoices(page, 'Component')).toHaveCount(isOffered ? 4 : 3)
    await page.context().close()
  }
  const page = await signedIn('firm_pilot', null)
  await page.clock.install({ time: at('16:29') })
  await page.goto(raisePath)
  await field(page, 'Component').waitFor()
  await page.clock.pauseAt(at('16:30'))
  await answerField(page, 'Component', 'Single Donor Platelets')
  await page.clock.runFor(55_000)
  await expect(field(page, 'Component')).toHaveValue('Single Donor Platelets')
  await page.clock.runFor(5_000)
  await expect(field(page, 'Component')).toHaveValue('')
  await expect(await openChoices(page, 'Component')).toHaveCount(3)
})

test('RAISE-33 APPROVAL-17 a pickup at which platelets could not be approved is hinted at, not refused', async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  await fillForm(page, { Component: 'Single Donor Platelets', 'Sample Pickup Time': '18:00' })
  const hint = page.getByText('Single Donor Platelets picked up at')
  await expect(hint).toHaveCount(0)
  await answerField(page, 'Sample Pickup Time', '18:01')
  await expect(hint).toContainText('6:01 pm cannot be approved')
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
})

test('RAISE-37 RAISE-38 RAISE-43 RAISE-44 a good form is saved once, however often the button is pressed', async ({
  signedIn,
  moveClock,
  db,
  server,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
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

test('RAISE-45 a failed write clears the form, Restore brings it back, and nothing is ordered twice', async ({
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

test('RAISE-34 RAISE-35 what only the server refuses is told alike, and nothing typed is lost', async ({
  signedIn,
  moveClock,
  server,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  await fillForm(page, { Component: 'Single Donor Platelets', 'Sample Pickup Day': '1' })
  await server.anonymous.raw('PUT', '/test/clock', { body: { now: at('20:00') } })
  await submit(page)
  await closeAlert(page, 'Single Donor Platelets Not Available', '8:00 AM to 4:30 PM')
  await expect(field(page, 'Component')).toBeFocused()
  await expect(field(page, 'Component')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Patient Name')).toHaveValue('Lakshmi Narayanan')
  await expect(field(page, 'Component')).toHaveValue('Single Donor Platelets')
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
  const type = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  const write = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await write('Fathima Begum')
  await write('FH-keys')
  await write('31')
  await type('ArrowDown', 'ArrowDown', 'Enter')
  await type('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
  await type('ArrowDown', 'Enter')
  await write('2')
  await write('Dengue')
  await type('ArrowDown', 'Enter')
  await type('ArrowDown', 'ArrowDown', 'Enter')
  await page.keyboard.type('0930AM')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Data Submitted' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field(page, 'Patient Name')).toBeFocused()
  expect(
    await db.selectFrom('requests').selectAll().where('patientId', '=', 'FH-keys').executeTakeFirst(),
  ).toMatchObject({ patientName: 'Fathima Begum', age: 31, units: 2, orderType: 'immediate' })
})

for (const width of [1440, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`RAISE-35 nothing hinders anybody: filled, wrong and with an alert, ${width} px, ${colorScheme}`, async ({
      signedIn,
      moveClock,
      axe,
    }) => {
      await moveClock(at('10:00'))
      const page = await signedIn('firm_pilot', raisePath, { viewport: { width, height: 900 }, colorScheme })
      await fillForm(page, { Reason: '', 'Patient ID': '', 'Sample Pickup Day': '1' })
      const day = field(page, 'Sample Pickup Day')
      expect(await day.evaluate((input) => input.scrollWidth - input.clientWidth), 'cut off').toBe(0)
      await axe(page)
      await submit(page)
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await axe(page)
      await closeAlert(page, 'Form Incomplete', 'Please fill all fields')
      await axe(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expect(page.getByRole('complementary', { name: 'This request' })).toHaveCount(
        width === 1440 ? 1 : 0,
      )
    })
  }
}
