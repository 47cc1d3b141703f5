import type { Locator, Page } from '@playwright/test'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { codeOf, drive, drivenIn } from '#testing/makers/driving.ts'
import { aJpeg } from '#testing/makers/pictures.ts'
import { anIssuedOrder, packBags } from '../pages/bench.ts'
import {
  act,
  actAndArrive,
  aFreshDriver,
  anOrderOf,
  button,
  doneSteps,
  giveTo,
  heading,
  noSignal,
  phone,
} from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { isLive } from '../pages/lists.ts'
import { aHospitalOfOrders, cellOf, openDetails, ordersOf, withRows } from '../pages/orders-list.ts'

test('AMB-64 AMB-65 DELIVERY-04 AMB-187 seven units in three rides, by another driver after the first: the provider follows live', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  test.slow()
  const hospitalId = await aHospitalOfOrders(db)
  const [first, second] = [await aFreshDriver(db, 'Ravi Kumar'), await aFreshDriver(db, 'Meena Devi')]
  const { id } = await anOrderOf(db, first, { hospitalId, units: 7 })
  const office = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await isLive(office)
  const status = cellOf(office, id, 'Status')

  const page = await signedIn(first.email, `/driver/${id}`, phone)
  await expect(heading(page)).toHaveText('Delivery 1 of 3')
  await expect(page.getByText('O POS PRBC, 3 units')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Karthik')
  await actAndArrive(page, db, { id, step: 'sample acquired' })
  await expect(status).toHaveText(/^sample-acquired/)
  await actAndArrive(page, db, { id, step: 'cross matching' })
  await expect(status).toHaveText(/^cross-matching/)
  await page.getByLabel('Take picture: Bags').setInputFiles({
    name: 'bags.jpg',
    mimeType: 'image/jpeg',
    buffer: await aJpeg({ width: 3_000, height: 2_000 }),
  })
  await expect(page.getByText(en.form.taken)).toBeVisible()
  await actAndArrive(page, db, { id, step: 'issued' })
  await expect(status).toHaveText(/^issued/)
  await actAndArrive(page, db, { id, step: 'delivered', temperature: '5.1' })
  await expect(status).toHaveText(/^partially-completed/)
  await expect(heading(page)).toHaveText('Delivery 2 of 3')

  await giveTo(server, id, second)
  await expect(page.getByRole('alert')).toContainText(`Order ${id} is not yours any more`)
  await expect(heading(page)).toHaveText(en.missing.notYours.title)

  const other = await signedIn(second.email, `/driver/${id}`, phone)
  await expect(heading(other)).toHaveText('Delivery 2 of 3')
  // the first sample serves: what is next is not taking another
  await expect(other.locator('[aria-current=step]')).toHaveText('issued')
  await actAndArrive(other, db, { id, seq: 2, step: 'issued' })
  await expect(doneSteps(other)).toHaveText([/^issued/])
  await actAndArrive(other, db, { id, seq: 2, step: 'delivered' })
  await expect(status).toHaveText(/^partially-completed/)
  // the bank asks for a new sample for the last one
  await expect(heading(other)).toHaveText('Delivery 3 of 3')
  await button(other, en.form.newSample).click()
  for (const step of ['sample acquired', 'cross matching', 'issued'] as const)
    await actAndArrive(other, db, { id, seq: 3, step })
  await act(other, db, { id, seq: 3, step: 'delivered', temperature: '6' })
  await expect(heading(other)).toHaveText(en.order.allDone)
  await expect(status).toHaveText(/^delivery-completed/)

  const { request, deliveries, steps } = await drivenIn(db, id)
  expect(deliveries.map(({ units, state }) => [units, state])).toEqual([
    [3, 'delivered'],
    [3, 'delivered'],
    [1, 'delivered'],
  ])
  expect([request.status, request.deliveryStatus, Number(request.deliveryTemperature)]).toEqual([
    'delivery-completed',
    'delivered',
    6,
  ])
  expect(steps.map(({ seq, driverEmail }) => [seq, driverEmail === first.email])).toEqual([
    ...Array(4).fill([1, true]),
    ...Array(2).fill([2, false]),
    ...Array(4).fill([3, false]),
  ])
  const pictures = await db
    .selectFrom('pictures')
    .select(['state', 'name', 'seq'])
    .where('requestId', '=', id)
    .execute()
  expect(pictures).toEqual([{ state: 'InTransit', name: 'Bag', seq: 1 }])
})

test('AMB-115 AMB-187 AMB-262 two steps are done by keyboard alone; the temperature of the next is judged as it is typed, a cold one without a minus on the keys; bags too warm are stopped until the provider decides', async ({
  signedIn,
  db,
}) => {
  const hospitalId = await aHospitalOfOrders(db)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver, { hospitalId })
  const plasma = await anOrderOf(db, driver, { status: 'cross-matching', component: 'FFP' })
  const page = await signedIn(driver.email, '/driver', phone)
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let turn = 0; turn < 20; turn++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await tabTo(page.getByRole('link', { name: id }))
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await tabTo(page.getByLabel(en.steps['sample acquired'].receiver))
  await page.keyboard.type('Nurse Priya')
  await tabTo(page.getByLabel(en.form.code))
  await page.keyboard.type(await codeOf(db, { id, step: 'sample acquired' }))
  await page.keyboard.press('Enter')
  await expect(button(page, en.steps['cross matching'].press)).toBeVisible()
  await expect(heading(page)).toBeFocused()
  await tabTo(button(page, en.steps['cross matching'].press))
  await page.keyboard.press('Enter')
  await expect(doneSteps(page)).toHaveText([/^cross matching/, /^sample acquired/])

  const field = page.getByLabel(en.form.temperature)
  for (const [typed, word] of [
    ['4,2', en.verdicts.within],
    ['10.1', en.verdicts.ask],
    ['14.1', en.verdicts.never],
  ] as const) {
    await field.fill(typed)
    await expect(page.getByText(word)).toBeVisible()
  }
  await field.fill('warm')
  await button(page, en.steps.issued.press).click()
  await expect(page.getByText(en.mistakes.temperatureForm)).toBeVisible()
  await expect(field).toBeFocused()

  await field.fill('14.6')
  await button(page, en.form.stopTell).click()
  await expect(page.getByText(en.stopped.text)).toBeVisible()
  const office = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await openDetails(office, id)
  await decideToGoOn(office)
  await expect(page.getByRole('heading', { name: en.stopped.decisions['go-on'].title })).toBeVisible()

  await page.goto(`/driver/${plasma.id}`)
  await field.fill('20')
  await expect(page.getByText(en.verdicts.never)).toBeVisible()
  await page.getByRole('button', { name: en.form.below }).click()
  await expect(page.getByText(en.verdicts.within)).toBeVisible()
})

test('AMB-371 bags that are packed after he left stand apart from those in the box, and are ticked when they are fetched', async ({
  signedIn,
  db,
  server,
}) => {
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const order = await anIssuedOrder(server, 2, { driverEmail: driver.email, units: 3 })
  await drive(server.as(driver.email), db, { id: order.id, step: 'issued' })
  const page = await signedIn(driver.email, `/driver/${order.id}`, phone)
  await expect(page.getByRole('main')).toContainText(order.numbers.join(', '))
  await expect(page.getByText(en.form.bagsLater)).toHaveCount(0)
  const { numbers } = await packBags(server, order, 1)
  const [rest = ''] = numbers
  await expect(page.getByText(en.form.bagsLater)).toBeVisible()
  await page.getByRole('checkbox', { name: rest }).check()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: rest })).toBeChecked()
  await expect(page.getByRole('main')).toContainText(order.numbers.join(', '))
})

test('AMB-262 bags that are too warm are stopped without a signal too, the provider lets them go on, and a step is taken back', {
  tag: '@long',
}, async ({ signedIn, allowFaults, axe, db }) => {
  allowFaults(noSignal)
  const hospitalId = await aHospitalOfOrders(db)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver, { hospitalId, status: 'cross-matching' })
  const page = await signedIn(driver.email, `/driver/${id}`, phone)
  const field = page.getByLabel(en.form.temperature)
  // where the bank is asked: its word with a name, or Stop
  await field.fill('12')
  await expect(button(page, en.form.stop)).toBeVisible()
  await axe(page)
  await button(page, en.steps.issued.press).click()
  await expect(page.getByText(en.mistakes.allowedBy)).toBeVisible()
  await expect(page.getByLabel(en.form.allowedBy)).toBeFocused()
  // not to be used: the step is barred
  await page.context().setOffline(true)
  await field.fill('14.6')
  await expect(button(page, en.steps.issued.press)).toHaveCount(0)
  await button(page, en.form.stopTell).click()
  await expect(page.getByRole('heading', { name: 'Stopped at 14.6 °C' })).toBeVisible()
  await expect(page.getByText(en.stopped.kept)).toBeVisible()
  await axe(page)
  await page.context().setOffline(false)
  await expect(page.getByText(en.stopped.text)).toBeVisible()

  const office = await withRows(signedIn('bloodsupport', ordersOf(hospitalId)))
  await openDetails(office, id)
  const decision = office.getByRole('region', { name: 'Stopped delivery' })
  await decision.getByText('Go on', { exact: true }).click()
  await decision.getByRole('button', { name: 'Tell the driver' }).click()
  await expect(decision).toContainText('Please say why it may go on.')
  await axe(office)
  await decideToGoOn(office)

  await expect(page.getByRole('heading', { name: en.stopped.decisions['go-on'].title })).toBeVisible()
  await actAndArrive(page, db, { id, step: 'issued', temperature: '14.6' })
  await page.getByRole('button', { name: `${en.order.takeBack}: issued` }).click()
  await expect(button(page, en.steps.issued.press)).toBeVisible()
  expect((await drivenIn(db, id)).request.status).toBe('cross-matching')
})

async function decideToGoOn(office: Page): Promise<void> {
  const decision = office.getByRole('region', { name: 'Stopped delivery' })
  await decision.getByText('Go on', { exact: true }).click()
  await decision.getByLabel('Reason').fill('Measured again at the bank')
  await decision.getByRole('button', { name: 'Tell the driver' }).click()
  await expect(decision).toHaveCount(0)
}
