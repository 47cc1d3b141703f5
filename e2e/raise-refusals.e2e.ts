import { expect, test } from './fixtures.ts'
import { answerField, at, closeAlert, field, fillForm, postsOf, raisePath, submit } from './raise-form.ts'

test('RAISE-16 RAISE-17 RAISE-35 ERRORS-01 what is missing is told in an alert and marked, and gets the focus', async ({
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

test('RAISE-18 RAISE-19 RAISE-21 RAISE-23 RAISE-24 RAISE-25 RAISE-27 RAISE-28 ERRORS-01 wrong numbers and times are told', async ({
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

test('RAISE-25 RAISE-27 RAISE-28 just inside the limits it is accepted', async ({ signedIn, moveClock }) => {
  await moveClock(at('15:00'))
  const page = await signedIn('firm_pilot', raisePath)
  for (const change of [
    { 'Sample Pickup Time': '15:30' },
    { 'Sample Pickup Time': '16:00', 'Delivery Deadline Time': '19:00' },
    { 'Sample Pickup Day': '7', 'Sample Pickup Time': '20:59' },
  ]) {
    await fillForm(page, change)
    await submit(page)
    await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
    await expect(field(page, 'Patient Name')).toHaveValue('')
  }
})

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
