import { hours, later } from '#domain/basics/time.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { fields, letOthersRunOut } from '../pages/link-form.ts'
import { rowOf, statusOf, toast } from '../pages/lists.ts'
import { action, aHospitalOfOrders, ordersOf, withRows } from '../pages/orders-list.ts'
import { counting } from './counting.ts'

/** Before: 6 presses each on the Link screen (the id, the bank, the list of drivers, one of it, Link, OK), 60 in all. */
test('AMB-250 ten orders are linked beside the list, each with its bank, its driver and one press more', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const hospitalId = await aHospitalOfOrders(db)
  const ids: string[] = []
  await letOthersRunOut(db)
  for (let place = 1; place <= 10; place++) {
    const pickupAt = later(new Date(), hours(place))
    ids.push((await aRequest(db, { hospitalId, status: 'hospital-admin-approved', pickupAt })).id)
  }
  const page = await withRows(
    signedIn('bloodsupport', ordersOf(hospitalId), { viewport: { width: 1440, height: 900 } }),
  )
  const panel = page.getByRole('complementary', { name: 'Link Blood Bank / Driver' })
  const { offers, submit } = fields(page)
  const walk = counting(page)
  const [first = '', ...rest] = ids
  await walk.click(action(page, first, 'Link'))
  for (const [at, id] of [first, ...rest].entries()) {
    await expect(panel.getByRole('region', { name: 'This order' })).toContainText(id)
    await expect(rowOf(page, id)).toHaveAttribute('data-chosen')
    await walk.click(offers.getByRole('button').first())
    await walk.click(
      panel
        .getByRole('list', { name: /^Drivers/ })
        .getByRole('button')
        .first(),
    )
    await walk.click(submit)
    await expect(rowOf(page, id), `the ${at + 1}.`).not.toHaveAttribute('data-chosen')
    await expect(toast(page, 'Data has been successfully submitted').first()).toBeVisible()
    expect(await statusOf(db, id)).toBe('bloodbank-approved')
  }
  process.stdout.write(`${walk.line('Link ten orders')}\n`)
  expect(walk.steps()).toBeLessThanOrEqual(31)
})
