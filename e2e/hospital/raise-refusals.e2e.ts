import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { answerField, at, field, fillForm, postsOf, raisePath, submit } from '../pages/raise-form.ts'

test('RAISE-16 RAISE-17 RAISE-35 ERRORS-01 what is missing is told in an alert and marked, and gets the focus; then any text is kept as a text', async ({
  signedIn,
  moveClock,
  db,
}) => {
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  // AMB-257: found ready, with what is still empty beside the button
  await expect(field(page, 'Patient Name')).toBeFocused()
  await expect(field(page, 'Order Type')).toHaveValue('immediate')
  await expect(field(page, 'Sample Pickup Day')).toHaveValue('Today, 20 Nov')
  const button = page.getByRole('button', { name: 'Submit Request' })
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(button).toHaveAccessibleDescription('Still empty: Patient Name, Patient ID, Age and 6 more')
  const isWrong = (label: Parameters<typeof field>[1]) =>
    expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')

  await submit(page)
  const alert = page.getByRole('alertdialog')
  await expect(alert.getByRole('heading')).toHaveText('Blood Units Empty or Invalid')
  await expect(alert.getByText('Enter numbers only for blood units')).toBeVisible()
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(alert).toBeHidden()
  for (const label of ['Units', 'Patient Name', 'Gender', 'Sample Pickup Time'] as const) await isWrong(label)
  await expect(field(page, 'Units')).toBeFocused()
  await field(page, 'Units').pressSequentially('abc')
  await submit(page)
  await closeAlert(page, 'Blood Units Empty or Invalid', 'Enter numbers only for blood units')

  // each gap by itself, and their order, is the rule's to prove: here all are marked, and the first has the focus
  await field(page, 'Units').fill('2')
  await expect(field(page, 'Units')).not.toHaveAttribute('aria-invalid')
  await field(page, 'Reason').fill('   ')
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Patient Name')).toBeFocused()
  const foreign = '<script>document.title="owned"</script> கார்த்திக் 🩸 O’Neill Anu'
  const answers = [
    ['Patient Name', `${foreign}\u202eecila\u2066`],
    ['Patient ID', 'FH-1'],
    ['Age', '0'],
    ['Gender', 'Others'],
    ['Blood Group', 'AB NEG'],
    ['Component', 'Fresh Frozen Plasma'],
    ['Reason', 'Fall'],
    ['Order Type', 'reservation'],
    ['Sample Pickup Day', '0'],
    ['Sample Pickup Time', '12:00'],
  ] as const
  for (const [label] of answers)
    if (label !== 'Order Type' && label !== 'Sample Pickup Day') await isWrong(label)
  for (const [label, answer] of answers) await answerField(page, label, answer)
  await submit(page)
  await closeAlert(page, 'Form Incomplete', 'Please fill all fields before submitting the form')
  await expect(field(page, 'Reservation Hours')).toBeFocused()
  await isWrong('Reservation Hours')
  await answerField(page, 'Reservation Hours', '6')
  expect(posts).toEqual([])
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  expect(posts).toHaveLength(1)
  const stored = db.selectFrom('requests').select('patientName').where('patientId', '=', 'FH-1')
  expect(await stored.execute()).toEqual([{ patientName: `${foreign} ecila` }])
  await expect(page).toHaveTitle(/Raise Request/)
})

test('RAISE-17 RAISE-18 RAISE-19 RAISE-21 RAISE-23 RAISE-24 RAISE-25 RAISE-27 RAISE-28 ERRORS-01 wrong texts, numbers and times are told; just inside the limits they are accepted', {
  tag: '@long',
}, async ({ signedIn, moveClock, db }) => {
  await moveClock(at('15:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  const good = { 'Patient Name': 'x'.repeat(120), Units: '2', 'Sample Pickup Time': '16:00' } as const
  await fillForm(page, { ...good, 'Patient ID': 'FH-edge' })
  const passed = 'Selected time has already passed.'
  const within = 'Please ensure that the Sample Pickup Date/Time is within 7 days from today.'
  const tooFew = 'Minimum Units of Blood per Request is 1.'
  const cases: [Parameters<typeof fillForm>[1], Parameters<typeof field>[1], string, string | RegExp][] = [
    [{ 'Patient Name': 'x'.repeat(121) }, 'Patient Name', 'Invalid Input', /at most 120 characters/],
    [{ Units: '0' }, 'Units', 'Invalid No. of Blood Units', tooFew],
    [{ Units: '-2' }, 'Units', 'Invalid No. of Blood Units', tooFew],
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
    for (const [label, answer] of Object.entries(good)) await answerField(page, label as typeof wrong, answer)
  }
  // Enter leaves no field, so the age is not put right before it is looked at
  for (const age of ['121', '-1']) {
    await field(page, 'Age').fill(age)
    await page.keyboard.press('Enter')
    await closeAlert(page, 'Invalid Age', 'Please select a valid age.')
  }
  await field(page, 'Age').fill('120')
  await field(page, 'Units').fill('31')
  await submit(page)
  await closeAlert(page, 'Invalid No. of Blood Units', /30/)
  // how long a text may be is the server's to say
  expect(posts).toHaveLength(1)

  await field(page, 'Units').fill('1')
  await answerField(page, 'Sample Pickup Day', '0')
  await answerField(page, 'Sample Pickup Time', '15:30')
  await answerField(page, 'Delivery Deadline Time', '18:30')
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  const stored = db.selectFrom('requests').select(['pickupAt', 'deadlineAt', 'age', 'units'])
  expect(await stored.where('patientId', '=', 'FH-edge').execute()).toEqual([
    { pickupAt: new Date(at('15:30')), deadlineAt: new Date(at('18:30')), age: 120, units: 1 },
  ])
})

test('RAISE-33 RAISE-34 RAISE-35 APPROVAL-17 platelets picked up too late are hinted at; what only the server refuses is told alike, and nothing typed is lost', async ({
  signedIn,
  moveClock,
  moveServerClock,
}) => {
  await moveClock(at('16:30'))
  const page = await signedIn('firm_pilot', raisePath)
  await fillForm(page, {
    Component: 'Single Donor Platelets',
    'Sample Pickup Day': '1',
    'Sample Pickup Time': '18:00',
  })
  const hint = page.getByText('Single Donor Platelets picked up at')
  await expect(hint).toHaveCount(0)
  await answerField(page, 'Sample Pickup Time', '18:01')
  await expect(hint).toContainText('6:01 pm cannot be approved')

  await moveServerClock(at('16:31'))
  await submit(page)
  await closeAlert(page, 'Single Donor Platelets Not Available', '8:00 AM to 4:30 PM')
  await expect(field(page, 'Component')).toBeFocused()
  await expect(field(page, 'Component')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Patient Name')).toHaveValue('Lakshmi Narayanan')
  await expect(field(page, 'Component')).toHaveValue('Single Donor Platelets')
  await moveServerClock(at('16:30'))
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
})
