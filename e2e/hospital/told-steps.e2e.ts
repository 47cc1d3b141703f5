import { driving } from '#contract/driving.ts'
import { orders } from '#contract/orders.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { lockedText } from '#domain/driving/telling.ts'
import type { Db } from '#server/db/database.ts'
import type { ServerProcess } from '#testing/harness/server-process.ts'
import { aReport, codeOf, drive, drivenIn, wrongCode } from '#testing/makers/driving.ts'
import { aJpeg, send } from '#testing/makers/pictures.ts'
import { goInside } from '../pages/addresses.ts'
import { aPlace } from '../pages/approval-list.ts'
import { aFreshDriver, anOrderOf, giveTo } from '../pages/driver-page.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { isLive, livePath } from '../pages/live-pages.ts'
import { fits, looks } from '../pages/looks.ts'
import { openDetails, ordersOf, withRows } from '../pages/orders-list.ts'

const path = '/dashboard/pilot/deliveryStatus'
const inThrees = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

test('DELIVERY-04 AMB-64 a nurse reads the code to the driver; the popup goes on with the steps, and tells when it is locked', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const driver = await aFreshDriver(db, 'Selvam Raja')
  const { id } = await anOrderOf(db, driver, { hospitalId: place.id, units: 5 })
  const phone = server.as(driver.email)
  const page = await signedIn(place.staff, path)
  const button = rowOf(page, id).getByRole('button', { name: 'Hand-over code' })
  await isLive(page)
  await button.click()
  const popup = page.getByRole('dialog', { name: `Hand-over code ${id}` })
  await expect(popup).toContainText('The sample of delivery 1')
  await expect(popup).toContainText('Tell it to the driver only when you give the sample.')
  const shown = popup.getByText(/^\d \d \d \d \d \d$/).first()
  const code = (await shown.textContent())?.replaceAll(' ', '') ?? ''
  await expect(popup.getByText(inThrees(code), { exact: true })).toBeVisible()
  expect((await server.as('noble').call(driving.codes, { id })).status).toBe(404)

  await phone.done(driving.step, aReport({ id, step: 'sample acquired', code }))
  await expect(popup).toContainText('Delivery 1 of 2, 3 units')
  await expect(popup).toContainText('Tell it to the driver only when the blood is in your hands.')
  const step = 'delivered'
  const second = await codeOf(db, { id, step })
  await expect(popup.getByText(inThrees(second), { exact: true })).toBeVisible()
  await expect(popup.getByText(inThrees(code), { exact: true })).toHaveCount(0)

  await drive(phone, db, { id, step: 'cross matching' })
  await drive(phone, db, { id, step: 'issued' })
  for (let tries = 0; tries < 5; tries++)
    await phone.call(driving.step, aReport({ id, step, code: wrongCode(second) }))
  await expect(popup).toContainText(lockedText)
  await expect(popup.getByText(inThrees(second), { exact: true })).toHaveCount(0)

  const picture = { id, seq: 1, state: 'Completed', name: 'HandOver', fileName: 'hand.jpg' } as const
  expect((await send(phone, driving.picture, picture, await aJpeg())).status).toBe(200)
  await phone.done(driving.step, aReport({ id, step, noCodeReason: 'Typed wrong' }))
  await expect(popup).toContainText('Delivery 2 of 2, 2 units')
  await popup.getByText('Does the bank ask for a new sample?').click()
  await expect(popup).toContainText('The sample of delivery 2')
  await drive(phone, db, { id, seq: 2, step: 'issued' })
  await drive(phone, db, { id, seq: 2, step })
  await expect(popup).toContainText('All of it was handed over. No code is needed any more.')
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
  await expect(rowOf(page, id)).toContainText('2 of 2 delivered')
  await expect(button).toHaveCount(0)
})

/** Two deliveries: the first too warm and without a code; of the second, what the former driver told too late. */
async function aDrivenOrder(server: ServerProcess, db: Db, hospitalId: string) {
  const first = await aFreshDriver(db, 'Selvam Raja')
  const second = await aFreshDriver(db, 'Meena Pillai')
  const { id } = await anOrderOf(db, first, { hospitalId, units: 5 })
  const [arun, meena] = [server.as(first.email), server.as(second.email)]
  const step = 'delivered'
  const sentAt = new Date()
  const doneAt = earlier(sentAt, minutes(5))
  await drive(arun, db, { id, step: 'sample acquired', doneAt, sentAt })
  await drive(arun, db, { id, step: 'cross matching' })
  await drive(arun, db, { id, step: 'issued', temperature: 4.2 })
  const picture = { id, seq: 1, state: 'Completed', name: 'HandOver', fileName: 'hand.jpg' } as const
  await send(arun, driving.picture, picture, await aJpeg())
  const noCodeReason = 'The screen of the ward was dark'
  // by the provider's word, before the driver tells how warm it was: his own step would have been barred (AMB-262)
  const { version } = (await drivenIn(db, id)).request
  await server.as('bloodsupport').done(orders.move, { id, version, status: 'partially-completed' })
  await arun.done(driving.step, aReport({ id, step, temperature: 20.5, noCodeReason }))
  await giveTo(server, id, second)
  await drive(arun, db, { id, seq: 2, step: 'issued', temperature: 4 })
  await drive(meena, db, { id, seq: 2, step: 'issued', temperature: 12, allowedBy: 'Dr. Rao' })
  return { id, last: () => drive(meena, db, { id, seq: 2, step, temperature: 5.1 }) }
}

test('ADMIN-STATUS-07 AMB-64 AMB-187 the provider sees each step of each delivery, what is wrong with it, and what was kept aside', {
  tag: '@long',
}, async ({ signedIn, db, server, axe }) => {
  const place = await aPlace(db)
  const { id, last } = await aDrivenOrder(server, db, place.id)
  const page = await withRows(signedIn('bloodsupport', ordersOf(place.id)))
  await isLive(page)
  const popup = await openDetails(page, id)
  const steps = (seq: number) =>
    popup.getByRole('list', { name: `Steps of delivery ${seq}` }).getByRole('listitem')
  await expect(steps(1)).toContainText([
    /^sample acquired Selvam Raja.*Given by Sister Mary Handed over with code Told (at|on) /,
    /^cross matching Selvam Raja/,
    /^issued Selvam Raja.*4\.2 °C, within limits/,
    /^delivered Selvam Raja.*20\.5 °C, do not use Taken by Sister Mary Handed over without code, with a picture “The screen of the ward was dark”$/,
  ])
  await expect(steps(2)).toContainText([
    /^issued Selvam Raja.*Kept aside: reassigned 4 °C, within limits/,
    /^issued Meena Pillai.*12 °C, ask the bank/,
  ])
  await last()
  await expect(steps(2).last()).toContainText(/^delivered Meena Pillai.*5\.1 °C.*Handed over with code/)
  const fact = popup.locator('dl > div').filter({ hasText: 'Delivery Temperature' })
  await expect(fact.getByRole('definition')).toHaveText('5.1 °C, within limits')
  const life = popup.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(life.filter({ hasText: 'do not use' })).toContainText('“The screen of the ward was dark”')
  await expect(life.filter({ hasText: 'kept aside' })).toContainText('Kept aside: reassigned')
  for (const seq of [1, 2])
    for (const step of ['sample acquired', 'delivered'] as const)
      await expect(popup).not.toContainText(await codeOf(db, { id, seq, step }))

  await axe(page)
  await page.setViewportSize({ width: 390, height: 900 })
  await expect(popup).toContainText('20.5 °C, do not use')
  await fits(page, 390)
  await popup.getByRole('link', { name: '1 picture in Sample Images' }).click()
  await expect(page).toHaveURL(`/dashboard/admin/orderImages?request=${id}`)
  await expect(page.getByRole('list', { name: `Pictures of ${id}` }).getByRole('listitem')).toHaveCount(1)
})

for (const { width, named, options, tag } of looks()) {
  test(`LIVE-06 AMB-68 AMB-187 the hospital’s code and what the drivers told, well to read: ${named}`, {
    tag,
  }, async ({ signedIn, db, server, axe }) => {
    test.slow()
    const place = await aPlace(db)
    const { id } = await aDrivenOrder(server, db, place.id)
    const page = await signedIn(place.admin, `${livePath}/${id}`, options)
    const told = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    await expect(told.filter({ hasText: 'do not use' })).toContainText(
      '20.5 °C, do not use Taken by Sister Mary Handed over without code, with a picture',
    )
    await expect(told.filter({ hasText: 'Handed over with code' })).toContainText(/Told (at|on) /)
    // what a former driver told is between him and the provider
    await expect(page.getByText(/kept aside/i)).toHaveCount(0)
    await expect(page.getByRole('cell', { name: '12 °C, ask the bank' })).toBeVisible()
    const code = page.getByText(inThrees(await codeOf(db, { id, seq: 2, step: 'delivered' })), {
      exact: true,
    })
    await expect(code).toBeVisible()
    const looksGood = async () => {
      await fits(page, width)
      await axe(page)
    }
    await looksGood()
    await goInside(page, path)
    await page.locator(`[data-row="${id}"]`).getByRole('button', { name: 'Hand-over code' }).click()
    await expect(page.getByRole('dialog').getByText('Delivery 2 of 2, 2 units')).toBeVisible()
    await expect(code).toBeVisible()
    await looksGood()
  })
}
