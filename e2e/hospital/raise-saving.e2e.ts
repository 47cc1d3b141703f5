import { hours, later } from '#domain/basics/time.ts'
import { closeAlert } from '../pages/alerts.ts'
import { expect, test } from '../pages/fixtures.ts'
import { at, field, fillForm, postsOf, raisePath, submit } from '../pages/raise-form.ts'

const emptied = ['Patient Name', 'Age', 'Units', 'Component', 'Sample Pickup Time'] as const

test('RAISE-28 RAISE-37 RAISE-38 RAISE-42 RAISE-43 RAISE-44 ERRORS-04 a good form is saved once, however often the button is pressed; the same again is pointed out, and does not stand in the way', async ({
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
  await field(page, 'Units').fill('7')
  await page.keyboard.press('Tab')
  await closeAlert(page, 'Several Deliveries', 'There are going to be 3 deliveries')
  await expect(page.getByText('7 units travel in 3 deliveries (3, 3 and 1 units).')).toBeVisible()
  const warning = page.getByText('Patient ID FH-once already has a request for PRBC')
  await expect(warning).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).join())).toContain('crossmatch.draft')
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
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused()
  // AMB-217: what was sent is kept no longer
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('crossmatch.draft')
  const shown = await alert.getByText(/^[0-9a-f]{8}$/).textContent()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await alert.getByRole('button', { name: 'Copy' }).click()
  await expect(alert.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
  await alert.getByRole('button', { name: 'OK' }).click()
  for (const label of emptied) await expect(field(page, label)).toHaveValue('')
  await expect(field(page, 'Patient Name')).toBeFocused()
  expect(posts).toHaveLength(1)

  const ofPatient = () =>
    db.selectFrom('requests').selectAll().where('patientId', '=', 'FH-once').orderBy('raisedAt').execute()
  const [request, ...others] = await ofPatient()
  if (!request) throw new Error('it is not there')
  expect(others).toEqual([])
  expect(request.id).toBe(shown)
  expect(request).toMatchObject({ status: 'pending', hospitalId: 'firm', sex: 'Female', bloodGroup: 'O-' })
  expect(request.deadlineAt).toEqual(new Date(at('14:40')))
  const deliveries = db.selectFrom('deliveries').select('units').where('requestId', '=', request.id)
  expect((await deliveries.orderBy('seq').execute()).map(({ units }) => units)).toEqual([3, 3, 1])
  const tellsOf = (message: object) => JSON.stringify(message).includes(request.id)
  await Promise.all([server.mails.find(tellsOf, 8_000), server.texts.find(tellsOf, 8_000)])

  // the last minute of the last day is just inside the limit
  await fillForm(page, {
    'Patient ID': 'FH-once',
    'Sample Pickup Day': '7',
    'Sample Pickup Time': '20:59',
  })
  await expect(warning).toHaveCount(1)
  await submit(page)
  await alert.getByRole('button', { name: 'See its status' }).click()
  expect((await ofPatient()).map(({ units }) => units)).toEqual([7, 2])
  expect(posts[0]?.key).not.toBe(posts[1]?.key)
  const [, second] = await ofPatient()
  await expect(page).toHaveURL(/requestStatus\?search=/)
  await expect(page.getByRole('searchbox')).toHaveValue(second?.id ?? '')
})

test('RAISE-45 ERRORS-02 a failed write clears the form, Restore brings it back, and nothing is ordered twice; after OK the next request is another one', {
  tag: '@long',
}, async ({ signedIn, moveClock, allowFaults, db }) => {
  allowFaults(/status of 500/, /ERR_FAILED/)
  await moveClock(at('10:00'))
  const page = await signedIn('firm_pilot', raisePath)
  const posts = postsOf(page)
  const detail = 'It could not be saved (ref 7KQM).'
  let onItsWay: Promise<void> | undefined
  let whatHappens: 'out of reach' | 'fails' | 'is saved, and the answer is lost' | 'works' = 'out of reach'
  await page.route('**/api/requests', async (route) => {
    if (route.request().method() !== 'POST' || whatHappens === 'works') return route.continue()
    if (whatHappens === 'fails')
      return route.fulfill({
        status: 500,
        json: { code: 'unexpected', title: 'Database Error', text: detail },
      })
    if (whatHappens !== 'out of reach') await route.fetch()
    await onItsWay
    await route.abort('failed')
  })
  const alert = page.getByRole('alertdialog', { name: 'Database Error' })

  await fillForm(page, { 'Patient ID': 'FH-left' })
  await submit(page)
  await closeAlert(page, 'Database Error', 'The server could not be reached')
  for (const label of emptied) await expect(field(page, label)).toHaveValue('')

  whatHappens = 'fails'
  await fillForm(page, { 'Patient ID': 'FH-lost' })
  await submit(page)
  await expect(alert).toContainText(detail)
  for (const label of [...emptied, 'Order Type', 'Sample Pickup Day'] as const)
    await expect(field(page, label)).toHaveValue('')
  await expect(alert).toHaveAccessibleDescription(/brings back all that you typed/)
  // the first of the two, and the one that Enter means
  await expect(alert.getByRole('button').first()).toHaveText('Restore everything')
  await expect(alert.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeFocused()
  await expect(field(page, 'Patient ID')).toHaveValue('FH-lost')
  await expect(field(page, 'Component')).toHaveValue('Packed Red Blood Cells')
  await expect(field(page, 'Delivery Deadline Time')).toHaveValue('14:40')

  whatHappens = 'is saved, and the answer is lost'
  await submit(page)
  await expect(alert).toContainText('The server could not be reached')
  whatHappens = 'works'
  await alert.getByRole('button', { name: 'Restore' }).click()
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  const [left, ...lost] = posts.map(({ key }) => key)
  expect(lost).toHaveLength(3)
  expect(new Set(lost).size).toBe(1)
  expect(lost).not.toContain(left)
  const stored = db
    .selectFrom('requests')
    .select('patientId')
    .where('patientId', 'in', ['FH-left', 'FH-lost'])
  expect(await stored.execute()).toEqual([{ patientId: 'FH-lost' }])

  // cleared while it is on its way, it is still the one that was sent
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  onItsWay = promise
  whatHappens = 'is saved, and the answer is lost'
  await fillForm(page, { 'Patient ID': 'FH-left' })
  await submit(page)
  await page.getByRole('button', { name: 'Clear form' }).click()
  arrive()
  await expect(alert).toBeVisible()
  whatHappens = 'works'
  await alert.getByRole('button', { name: 'Restore' }).click()
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  expect(posts.at(-1)?.key).toBe(posts.at(-2)?.key)
  expect(await stored.execute()).toHaveLength(2)
})

test('RAISE-37 a request can be raised by the keyboard alone', { tag: '@long' }, async ({
  signedIn,
  moveClock,
  db,
}) => {
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

test('T43 F30 AMB-19 on a machine whose clock is a day and two hours off a request is raised for the same time as on any other', {
  tag: '@long',
}, async ({ signedIn, moveServerClock, db }) => {
  await moveServerClock(at('10:00'))
  const page = await signedIn('firm_pilot', null)
  await page.clock.setFixedTime(later(new Date(at('10:00')), hours(26)))
  await page.goto(raisePath)
  await expect(page.getByRole('main').getByRole('time')).toContainText('20 Nov 2026, 10:0')
  await fillForm(page, { 'Patient ID': 'FH-off' })
  await submit(page)
  await closeAlert(page, 'Data Submitted', 'Your details have been successfully submitted')
  const raised = await db.selectFrom('requests').selectAll().where('patientId', '=', 'FH-off').execute()
  expect(raised.map(({ pickupAt, deadlineAt }) => [pickupAt, deadlineAt])).toEqual([
    [new Date(at('11:40')), new Date(at('14:40'))],
  ])
})
