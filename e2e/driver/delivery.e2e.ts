import type { Locator } from '@playwright/test'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { codeOf, drivenIn } from '#testing/makers/driving.ts'
import { aJpeg } from '#testing/makers/pictures.ts'
import {
  act,
  actAndArrive,
  aFreshDriver,
  anOrderOf,
  button,
  doneSteps,
  giveTo,
  heading,
  phone,
} from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { isLive } from '../pages/lists.ts'
import { aHospitalOfOrders, cellOf, ordersOf, withRows } from '../pages/orders-list.ts'

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
  await expect(status).toHaveText('sample-acquired')
  await actAndArrive(page, db, { id, step: 'cross matching' })
  await expect(status).toHaveText('cross-matching')
  await page.getByLabel('Take picture: Bags').setInputFiles({
    name: 'bags.jpg',
    mimeType: 'image/jpeg',
    buffer: await aJpeg({ width: 3_000, height: 2_000 }),
  })
  await expect(page.getByText(en.form.taken)).toBeVisible()
  await actAndArrive(page, db, { id, step: 'issued' })
  await expect(status).toHaveText('issued')
  await actAndArrive(page, db, { id, step: 'delivered', temperature: '5.1' })
  await expect(status).toHaveText('partially-completed')
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
  await expect(status).toHaveText('partially-completed')
  // the bank asks for a new sample for the last one
  await expect(heading(other)).toHaveText('Delivery 3 of 3')
  await button(other, en.form.newSample).click()
  for (const step of ['sample acquired', 'cross matching', 'issued'] as const)
    await actAndArrive(other, db, { id, seq: 3, step })
  await act(other, db, { id, seq: 3, step: 'delivered', temperature: '6' })
  await expect(heading(other)).toHaveText(en.order.allDone)
  await expect(status).toHaveText('delivery-completed')

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

test('AMB-115 AMB-187 two steps are done by keyboard alone; the temperature of the next is judged as it is typed, a cold one without a minus on the keys', async ({
  signedIn,
  db,
}) => {
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver)
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

  await page.goto(`/driver/${plasma.id}`)
  await field.fill('20')
  await expect(page.getByText(en.verdicts.never)).toBeVisible()
  await page.getByRole('button', { name: en.form.below }).click()
  await expect(page.getByText(en.verdicts.within)).toBeVisible()
})
