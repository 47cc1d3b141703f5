import type { Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { wishFor } from '#testing/makers/linked-orders.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { goInside } from '../pages/addresses.ts'
import { aPlace } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { detail, heading, isLive, notFound, livePath as path } from '../pages/live-pages.ts'
import { changedRow } from '../pages/request-list.ts'

const live: RequestStatus[] = ['bloodbank-approved', 'hospital-admin-approved', 'partially-completed']
const ids = (page: Page) => page.getByRole('row').locator('td:first-child')

/** Twelve of them, the last changed first. */
async function twelve(db: Db, hospitalId: string) {
  const now = new Date()
  const all: string[] = []
  for (let n = 0; n < 12; n++) {
    const updatedAt = earlier(now, minutes(n + 1))
    all.push((await aRequest(db, { hospitalId, status: 'hospital-admin-approved', updatedAt }, now)).id)
  }
  return all
}

test('LIVE-01 LIVE-02 LIVE-05 LIVE-06 SHELL-13 of all thirteen statuses exactly three are live; by keyboard alone to the row, into it, and back; staff get the home view', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const seeded = await Promise.all(
    requestStatuses.map((status) => aRequest(db, { hospitalId: place.id, status })),
  )
  const page = await signedIn(place.admin, path)
  await expect(heading(page)).toHaveText('Live Status')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Request ID',
    'Patient Name',
    'Blood Information',
    'Status',
    'Delivery Status',
  ])
  await expect(ids(page)).toHaveCount(3)
  await expect(page.getByText('3 requests')).toBeVisible()
  for (const { id, status } of seeded)
    await expect(rowOf(page, id), status).toHaveCount(live.includes(status) ? 1 : 0)
  const request = seeded.find(({ status }) => status === 'bloodbank-approved')
  if (!request) throw new Error('there is none')
  const { id, patientName } = request
  await expect(rowOf(page, id).getByRole('cell')).toHaveText([
    id,
    patientName,
    'O POS PRBC, 2 units',
    'redbank-approved',
    '-',
  ])

  // whoever marks a name to copy it stays on the list
  const box = await rowOf(page, id).getByText(patientName).boundingBox()
  if (!box) throw new Error('the name is not in view')
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(page).toHaveURL(path)
  await expect(heading(page)).toHaveText('Live Status')

  const first = (await ids(page).first().textContent()) ?? ''
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: /^Find / })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: first })).toBeFocused()
  await expect(page.getByRole('link', { name: first })).toHaveAccessibleDescription(patientName)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}/${first}`)
  await expect(heading(page)).toHaveText(`Live Status ${first}`)
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(rowOf(page, first)).toBeVisible()

  const staff = await signedIn(place.staff, path)
  await expect(heading(staff)).toHaveText(/^Good/)
  await goInside(staff, '/dashboard/account')
  await expect(heading(staff)).toHaveText('My account')
  await goInside(staff, `${path}/${id}`)
  await expect(heading(staff)).toHaveText(/^Good/)
})

test('LIVE-03 LIVE-04 LIVE-05 LIVE-06 ten rows, then Load More +; the search narrows them; a press on the row opens the request, and Go Back leads to the list as it was left', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const all = await twelve(db, place.id)
  const page = await signedIn(place.admin, path)
  await expect(ids(page)).toHaveText(all.slice(0, 10))
  const box = page.getByRole('searchbox', { name: 'Search by Request ID' })
  const last = all.at(-1) ?? ''
  await box.fill(last)
  await expect(ids(page)).toHaveText([last])
  await box.fill('')
  await expect(ids(page)).toHaveText(all.slice(0, 10))
  await page.getByRole('button', { name: 'Load More +' }).click()
  await expect(ids(page)).toHaveText(all)
  await expect(page.getByRole('button', { name: 'Load More +' })).toHaveCount(0)
  await box.fill('nothexid')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()

  const part = last.slice(0, 6)
  await box.fill(part)
  await expect(ids(page)).toHaveText([last])
  await rowOf(page, last).getByText('Karthik Subramanian').click()
  await expect(page).toHaveURL(`${path}/${last}`)
  await expect(heading(page)).toHaveText(`Live Status ${last}`)
  await expect(detail(page, 'Patient Name')).toContainText('Karthik Subramanian')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}\\?search=.*${part}`))
  await expect(heading(page)).toHaveText('Live Status')
  await expect(box).toHaveValue(part)
  await page.goForward()
  await expect(heading(page)).toHaveText(`Live Status ${last}`)
})

test('LIVE-06 LIVE-08 the list follows: a row comes, changes, and leaves; so does an open page', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const place = await aPlace(db)
  const page = await signedIn(place.admin, path)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await isLive(page)
  const [admin, provider] = [server.as(place.admin), server.as('bloodsupport')]
  const raised = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  const approved = await admin.done(requests.approve, { id: raised.id, version: raised.version })
  const { id } = approved
  await expect(changedRow(page, id, 'hospital-admin-approved')).toBeVisible()

  const linked = await provider.done(orders.link, wishFor({ id, version: approved.version }))
  await expect(rowOf(page, id)).toContainText('redbank-approved')
  const written = { id, version: linked.request.version, text: 'Driver On The Way' }
  const { version } = await provider.done(requests.writeDeliveryStatus, written)
  await expect(rowOf(page, id)).toContainText('driver on the way')
  await provider.done(orders.move, { id, version, status: 'completed' })
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()

  const again = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  const next = await admin.done(requests.approve, { id: again.id, version: again.version })
  await rowOf(page, next.id).getByText('hospital-admin-approved').click()
  await expect(detail(page, 'Status')).toContainText('hospital-admin-approved')
  await isLive(page)
  const wish = { id: next.id, version: next.version }
  const told = await provider.done(requests.writeDeliveryStatus, { ...wish, text: 'In Transit' })
  await expect(page.getByText('in transit', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Written by bloodsupport')
  await admin.done(requests.cancel, { ...wish, version: told.version, reason: 'Surgery postponed' })
  await expect(detail(page, 'Status')).toContainText('cancelled')
  await expect(heading(page)).toHaveText(`Live Status ${next.id}`)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
})

test('LIVE-01 LIVE-05 LIVE-07 plus has the same, at its own address', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  const { id } = await aRequest(db, { hospitalId: 'city', status: 'bloodbank-approved' })
  const page = await signedIn('city_admin', '/dashboard/plus/liveStatus')
  await rowOf(page, id).getByText('redbank-approved').click()
  await expect(page).toHaveURL(`/dashboard/plus/liveStatus/${id}`)
  await expect(detail(page, 'Status')).toContainText('redbank-approved')
  await page.reload()
  await expect(heading(page)).toHaveText(`Live Status ${id}`)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/dashboard/plus/liveStatus')
  await goInside(page, '/dashboard/plus/liveStatus/abc')
  await expect(page.getByText(notFound)).toBeVisible()
})
