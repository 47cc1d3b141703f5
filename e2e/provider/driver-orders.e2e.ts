import type { Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import type { RequestWish } from '#server/demo/makers/requests.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aDriver, aRequest, nextNumber } from '#testing/makers/makers.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'

const path = '/dashboard/admin/orders'
const ids = (page: Page) => page.getByRole('row').locator('td:first-child')
const tab = (page: Page, name: 'Ongoing' | 'History') => page.getByRole('tab', { name })
const driverField = (page: Page) => page.getByLabel('Driver', { exact: true })

/** A driver of the test's own, and a maker of what they carry, each raised before the one before it. */
async function aCarrier(db: Db) {
  const n = nextNumber()
  const driver = await aDriver(db, { email: `carrier${process.pid}x${n}.driver`, name: `Carrier ${n}` })
  const now = new Date()
  let made = 0
  const carry = (wish: RequestWish = {}) => {
    const raisedAt = earlier(now, minutes(400 + made++))
    return aRequest(
      db,
      { status: 'issued', bankId: 'redbank', driverEmail: driver.email, raisedAt, ...wish },
      now,
    )
  }
  return { ...driver, carry }
}

async function choose(page: Page, name: string): Promise<void> {
  await driverField(page).click()
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click()
}

test('ADMIN-ORDERS-01 ADMIN-ORDERS-02 ADMIN-ORDERS-03 ADMIN-ORDERS-04 ADMIN-ORDERS-05 a driver is chosen; eight of thirteen statuses are ongoing, the history has all, dev and test neither; nothing of the patient', async ({
  signedIn,
  db,
}) => {
  const { name, carry } = await aCarrier(db)
  const hidden = [await carry({ hospitalId: 'dev' }), await carry({ hospitalId: 'test' })]
  const patient = { patientName: 'Canary Zanzibar', reason: 'canary-reason', bloodGroup: 'AB-' } as const
  const all = []
  for (const status of requestStatuses) all.push(await carry({ status, ...patient }))
  const ended = ['pending', 'hospital-admin-rejected', 'cancelled', 'bloodbank-rejected', 'completed']
  const drivers = await db.selectFrom('drivers').select('name').orderBy('name').orderBy('email').execute()
  const page = await signedIn('bloodsupport', path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Drivers' Order Status")
  await expect(page.getByRole('tab')).toHaveCount(0)
  await driverField(page).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(drivers.map((one) => one.name))
  await page.getByRole('listbox').getByRole('option', { name, exact: true }).click()
  await expect(tab(page, 'Ongoing')).toHaveAttribute('aria-selected', 'true')
  await expect(ids(page)).toHaveText(all.filter(({ status }) => !ended.includes(status)).map(({ id }) => id))
  await expect(page.getByText('8 orders')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)

  await expect(page.getByRole('columnheader')).toHaveText([
    'Request ID',
    'Hospital',
    'Blood Bank',
    'Blood Information',
    'Order Type',
    'Status',
    'Sample Pickup Time',
    'Delivery Deadline',
  ])
  const issued = all.find(({ status }) => status === 'issued')?.id ?? ''
  await expect(rowOf(page, issued).getByRole('cell')).toHaveText([
    issued,
    'Firm',
    'Redbank',
    'AB NEG PRBC, 2 units',
    'immediate',
    'issued',
    /20\d\d, \d{1,2}:\d\d.[ap]m$/,
    /20\d\d, \d{1,2}:\d\d.[ap]m$/,
  ])
  await expect(page.getByText(/canary|FH-118160/i)).toHaveCount(0)

  await tab(page, 'History').click()
  await expect(ids(page)).toHaveText(all.slice(0, 10).map(({ id }) => id))
  await expect(page.getByText('10 newest orders')).toBeVisible()
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(ids(page)).toHaveText(all.map(({ id }) => id))
  for (const { id } of hidden) await expect(page.getByText(id)).toHaveCount(0)
})

test('ADMIN-ORDERS-06 ADMIN-ORDERS-07 without orders it says so; the list is live: a link puts an order in, its completion takes it out, a replaced driver keeps it in the history; driver and view are in the address', {
  tag: '@long',
}, async ({ signedIn, server, db }) => {
  const [first, second] = [await aCarrier(db), await aCarrier(db)]
  const { id } = await aRequest(db, { status: 'hospital-admin-approved' })
  const page = await signedIn('bloodsupport', path)
  await choose(page, first.name)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await tab(page, 'History').click()
  await expect(page.getByText(`${first.name} was never given an order.`)).toBeVisible()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  // the views can be changed by the arrow keys
  for (const [key, view] of [
    ['ArrowLeft', 'Ongoing'],
    ['ArrowRight', 'History'],
    ['Home', 'Ongoing'],
    ['End', 'History'],
    ['Home', 'Ongoing'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(page, view)).toBeFocused()
    await expect(tab(page, view)).toHaveAttribute('aria-selected', 'true')
  }

  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const support = server.as('bloodsupport')
  await support.done(orders.link, wishFor({ id, driverEmail: first.email }))
  await expect(ids(page)).toHaveText([id])
  await expect(rowOf(page, id)).toContainText('redbank-approved')
  await support.done(orders.link, wishFor({ id, version: 3, driverEmail: second.email }))
  await expect(rowOf(page, id)).toContainText(`${second.name} has it now`)
  await support.done(orders.move, { id, version: 4, status: 'completed' })
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await tab(page, 'History').click()
  await expect(rowOf(page, id)).toContainText('completed')
  await expect(page).toHaveURL(/view=history/)
  await page.reload()
  await expect(tab(page, 'History')).toHaveAttribute('aria-selected', 'true')
  await expect(driverField(page)).toHaveValue(first.name)
  await expect(ids(page)).toHaveText([id])
  await page.goto(`${path}?driver=nobody@crossmatch.example`)
  await expect(driverField(page)).toBeEnabled()
  await expect(driverField(page)).toHaveValue('')
  await expect(page.getByRole('tab')).toHaveCount(0)
})

test('ADMIN-ORDERS-01 the screen can be used by everybody, wide and narrow, light and dark', {
  tag: '@looks',
}, async ({ signedIn, looksGood, db }) => {
  const { email, carry } = await aCarrier(db)
  const order = await carry()
  const page = await signedIn('bloodsupport', `${path}?driver=${email}`)
  await expect(page.getByText(order.id)).toBeVisible()
  await looksGood(page, 'narrow')
})
