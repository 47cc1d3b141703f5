import type { Locator } from '@playwright/test'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import { codeOf, drivenIn } from '#testing/makers/driving.ts'
import {
  aFreshDriver,
  anOrderOf,
  button,
  heading,
  isKept,
  isSent,
  noSignal,
  phone,
} from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { counting } from './counting.ts'

// before: 39 steps too, and at their end "All delivered, thank you" of a code that nobody had checked
test('AMB-260 a whole delivery without a signal', { tag: '@long' }, async ({ signedIn, allowFaults, db }) => {
  allowFaults(noSignal)
  const driver = await aFreshDriver(db, 'Ravi Kumar')
  const { id } = await anOrderOf(db, driver)
  const page = await signedIn(driver.email, '/driver', phone)
  await expect(page.getByRole('link', { name: id })).toBeVisible()
  await isKept(page)
  const codes = {
    sample: await codeOf(db, { id, step: 'sample acquired' }),
    delivery: await codeOf(db, { id, step: 'delivered' }),
  }
  await page.context().setOffline(true)
  const walk = counting(page)
  const fill = async (field: Locator, text: string) => {
    await walk.click(field)
    await walk.type(text)
  }
  await walk.click(page.getByRole('link', { name: id }))
  await fill(page.getByLabel(en.steps['sample acquired'].receiver), 'Priya')
  await fill(page.getByLabel(en.form.code), codes.sample)
  await walk.click(button(page, en.steps['sample acquired'].press))
  await walk.click(button(page, en.steps['cross matching'].press))
  await fill(page.getByLabel(en.form.temperature), '4.2')
  await walk.click(button(page, en.steps.issued.press))
  await expect(button(page, en.steps.delivered.press)).toBeVisible()
  await fill(page.getByLabel(en.form.temperature), '4.2')
  await fill(page.getByLabel(en.steps.delivered.receiver), 'Priya')
  await fill(page.getByLabel(en.form.code), codes.delivery)
  await walk.click(button(page, en.steps.delivered.press))
  await expect(page.getByRole('heading', { name: en.codeKept.title })).toBeVisible()
  process.stdout.write(`${walk.line('a delivery offline')}\n`)
  expect(walk.steps()).toBeLessThanOrEqual(39)

  await page.context().setOffline(false)
  await isSent(page)
  await expect(heading(page)).toHaveText(en.order.allDone)
  expect((await drivenIn(db, id)).request.status).toBe('delivery-completed')
})
