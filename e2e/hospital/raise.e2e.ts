import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fits, looks } from '../pages/looks.ts'
import { byItsOwnClock } from '../pages/own-clock.ts'
import { answerField, at, field, openChoices, raisePath, submit } from '../pages/raise-form.ts'

test('RAISE-01 RAISE-03 RAISE-04 RAISE-05 RAISE-06 RAISE-07 RAISE-08 RAISE-09 RAISE-10 RAISE-19 SHELL-28 every field has its label and its choices, in lists of at most 168 px', async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('10:00'))
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
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }
  // AMB-259: a letter opens the list there and chooses nothing; Tab goes on from an open list to the next field
  const group = field(page, 'Blood Group')
  await group.focus()
  await page.keyboard.press('o')
  await expect(page.getByRole('option', { name: 'O POS' })).toHaveAttribute('data-active')
  await expect(group).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(field(page, 'Component')).toBeFocused()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(group).toHaveValue('')

  const days = await openChoices(page, 'Sample Pickup Day')
  await expect(days).toHaveCount(8)
  await expect(days.first()).toHaveText('Today, 20 Nov')
  await expect(days.last()).toHaveText(/27 Nov$/)
  await page.keyboard.press('Escape')

  await answerField(page, 'Order Type', 'reservation')
  await expect(field(page, 'Delivery Deadline Day')).toHaveCount(0)
  const hours = await openChoices(page, 'Reservation Hours')
  await expect(hours).toHaveText(['6', '12', '18', '24', '30', '36', '42', '48'])
  await expect(page.getByRole('listbox')).toHaveCSS('max-height', '168px')
  const heights = await page.getByRole('listbox').evaluate((list) => [list.clientHeight, list.scrollHeight])
  expect(heights[0]).toBeLessThanOrEqual(168)
  expect(heights[1]).toBeGreaterThan(168)
  await page.keyboard.press('Escape')
  await answerField(page, 'Order Type', 'immediate')
  await expect(field(page, 'Delivery Deadline Time')).toBeVisible()
  await expect(field(page, 'Reservation Hours')).toHaveCount(0)
})

test('RAISE-11 RAISE-13 RAISE-14 RAISE-15 RAISE-22 RAISE-30 RAISE-31 RAISE-32 the deadline follows the pickup; leaving the age puts it into its range, leaving more than 3 units tells the deliveries', async ({
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
  // AMB-259: as people type it, and picked from the list of half hours
  await answerField(page, 'Sample Pickup Time', '9.45 pm')
  await deadline('Sun, 22 Nov', '00:45')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('listbox', { name: 'Times' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Sample Pickup Time')).toHaveValue('22:30')
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
  // not again for the same number (ruling AMB-41), and not for three
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

test('AMB-259 where a finger points the time is the native field, with its wheel', { tag: '@long' }, async ({
  signedIn,
  moveClock,
}) => {
  await moveClock(at('10:00'))
  const viewport = { width: 390, height: 844 }
  const page = await signedIn('firm_pilot', raisePath, { viewport, hasTouch: true, isMobile: true })
  await expect(field(page, 'Sample Pickup Time')).toHaveAttribute('type', 'time')
  await page.getByRole('button', { name: 'Earliest, 10:35' }).tap()
  await expect(field(page, 'Sample Pickup Time')).toHaveValue('10:35')
  await expect(field(page, 'Delivery Deadline Time')).toHaveValue('13:35')
})

test('RAISE-19 the wheel of a mouse that scrolls the page changes no number that was typed', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('firm_pilot', raisePath)
  for (const [label, typed] of [
    ['Age', '40'],
    ['Units', '2'],
  ] as const) {
    await field(page, label).fill(typed)
    await expect(field(page, label)).toBeFocused()
    await field(page, label).hover()
    await page.mouse.wheel(0, 120)
    // the wheel has had its effect: the page has scrolled, or the field was left
    await expect(field(page, label)).not.toBeFocused()
    await expect(field(page, label)).toHaveValue(typed)
  }
})

test('RAISE-02 RAISE-33 SHELL-41 the clock is told every five seconds, in the time of India; platelets of one donor are offered from 08:00 to 16:30, and let go after', {
  tag: '@long',
}, async ({ signedIn }) => {
  const page = await signedIn('firm_pilot', null)
  await byItsOwnClock(page)
  await page.clock.install({ time: at('07:58') })
  await page.goto(raisePath)
  const clock = page.getByRole('main').getByRole('time')
  await clock.waitFor()
  /** Stops the page there, the clock of the screen included. */
  const standAt = async (time: string, told: string) => {
    await page.clock.pauseAt(at(time))
    await expect(clock).toHaveText(`20 Nov 2026, ${told}`)
  }
  const offered = async (count: number) => {
    await expect(await openChoices(page, 'Component')).toHaveCount(count)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }
  await standAt('07:59', '7:59:00 am')
  await expect(page.getByText('Single Donor Platelets: from 8:00 am to 4:30 pm only.')).toBeVisible()
  await offered(3)
  await standAt('08:00', '8:00:00 am')
  await offered(4)
  await standAt('10:05', '10:05:00 am')
  await page.clock.runFor(4_000)
  await expect(clock).toHaveText('20 Nov 2026, 10:05:00 am')
  await page.clock.runFor(1_000)
  await expect(clock).toHaveText('20 Nov 2026, 10:05:05 am')

  await standAt('16:30', '4:30:00 pm')
  await answerField(page, 'Component', 'Single Donor Platelets')
  await page.clock.runFor(55_000)
  await expect(clock).toHaveText('20 Nov 2026, 4:30:55 pm')
  await expect(field(page, 'Component')).toHaveValue('Single Donor Platelets')
  await page.clock.runFor(5_000)
  await expect(field(page, 'Component')).toHaveValue('')
  await expect(page.getByText('which you had chosen, is offered from 8:00 am to 4:30 pm only')).toBeVisible()
  await offered(3)
})

for (const { width, named, options, tag } of looks('narrow')) {
  test(`RAISE-35 nothing hinders anybody: half filled with an alert, and wrong, ${named}`, { tag }, async ({
    signedIn,
    moveClock,
    axe,
  }) => {
    await moveClock(at('10:00'))
    const page = await signedIn('firm_pilot', raisePath, options)
    await field(page, 'Patient Name').fill('Lakshmi Narayanan')
    await field(page, 'Units').fill('2')
    await answerField(page, 'Sample Pickup Day', '1')
    await answerField(page, 'Sample Pickup Time', '11:40')
    const day = field(page, 'Sample Pickup Day')
    await expect(day).toHaveValue('Tomorrow, 21 Nov')
    expect(await day.evaluate((input) => input.scrollWidth - input.clientWidth), 'cut off').toBe(0)
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
