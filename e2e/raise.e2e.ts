import { expect, test } from './fixtures.ts'
import { fits, looks } from './looks.ts'
import { answerField, at, closeAlert, field, fillForm, openChoices, raisePath, submit } from './raise-form.ts'

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

for (const { width, named, options } of looks) {
  test(`RAISE-35 nothing hinders anybody: filled, wrong and with an alert, ${named}`, async ({
    signedIn,
    moveClock,
    axe,
  }) => {
    await moveClock(at('10:00'))
    const page = await signedIn('firm_pilot', raisePath, options)
    await fillForm(page, { Reason: '', 'Patient ID': '', 'Sample Pickup Day': '1' })
    const day = field(page, 'Sample Pickup Day')
    expect(await day.evaluate((input) => input.scrollWidth - input.clientWidth), 'cut off').toBe(0)
    await axe(page)
    await submit(page)
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await axe(page)
    await closeAlert(page, 'Form Incomplete', 'Please fill all fields')
    await axe(page)
    await fits(page, width)
    await expect(page.getByRole('complementary', { name: 'This request' })).toHaveCount(
      width === 1440 ? 1 : 0,
    )
  })
}
