import type { Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { type RequestStatus, requestStatuses } from '#domain/requests/request.ts'
import type { Db } from '#server/db/database.ts'
import { wishFor } from '#testing/linked-orders.ts'
import { aDraft, aRequest } from '#testing/makers.ts'
import { aPlace, rowOf } from './approval-list.ts'
import { expect, test } from './fixtures.ts'
import { detail, heading, isLive, notFound, livePath as path } from './live-pages.ts'

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

test('LIVE-01 an admin opens Live Status with its columns; staff get the home view, of the list and of a request', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id, status: 'bloodbank-approved' })
  const page = await signedIn(place.admin, path)
  await expect(heading(page)).toHaveText('Live Status')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Request ID',
    'Patient Name',
    'Blood Information',
    'Status',
    'Delivery Status',
  ])
  await expect(rowOf(page, request.id).getByRole('cell')).toHaveText([
    request.id,
    request.patientName,
    'O POS PRBC, 2 units',
    'redbank-approved',
    '-',
  ])

  const staff = await signedIn(place.staff, null)
  for (const closed of [path, `${path}/${request.id}`]) {
    await staff.goto(closed)
    await expect(heading(staff)).toHaveText(/^Good/)
  }
})

test('LIVE-02 of all thirteen statuses exactly three are live, on the screen and by the API', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const seeded = await Promise.all(
    requestStatuses.map((status) => aRequest(db, { hospitalId: place.id, status })),
  )
  const foreign = await aRequest(db, { hospitalId: 'noble', status: 'bloodbank-approved' })
  const wanted = seeded
    .filter(({ status }) => live.includes(status))
    .map(({ id }) => id)
    .toSorted()
  const page = await signedIn(place.admin, path)
  await expect(ids(page)).toHaveCount(3)
  expect((await ids(page).allTextContents()).toSorted()).toEqual(wanted)
  await expect(page.getByText('3 requests')).toBeVisible()

  const { items } = await server.as(place.admin).done(requests.live, {})
  expect(items.map(({ id }) => id).toSorted()).toEqual(wanted)
  expect((await server.as(place.admin).done(requests.live, { id: foreign.id })).items).toEqual([])
  expect((await server.as(place.staff).call(requests.live, {})).status).toBe(403)
})

test('LIVE-03 LIVE-04 ten rows, then Load More +; the search narrows them', async ({ signedIn, db }) => {
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
  await box.fill(last.slice(0, 5))
  await expect(ids(page)).toHaveText(all.filter((id) => id.includes(last.slice(0, 5))))
  await box.fill('nothexid')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
})

test('LIVE-05 LIVE-06 a press on the row opens the request; Go Back leads to the list as it was left', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const all = await twelve(db, place.id)
  const [id = ''] = all
  const page = await signedIn(place.admin, path)
  await page.getByRole('searchbox').fill(id.slice(0, 6))
  await expect(ids(page)).toHaveText([id])
  await rowOf(page, id).getByText('Karthik Subramanian').click()
  await expect(page).toHaveURL(`${path}/${id}`)
  await expect(heading(page)).toHaveText(`Live Status ${id}`)
  await expect(detail(page, 'Patient Name')).toContainText('Karthik Subramanian')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}\\?search=.*${id.slice(0, 6)}`))
  await expect(heading(page)).toHaveText('Live Status')
  await expect(ids(page)).toHaveText([id])
  await page.goForward()
  await expect(heading(page)).toHaveText(`Live Status ${id}`)
})

test('LIVE-05 whoever marks a name to copy it stays on the list', async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id, status: 'bloodbank-approved' })
  const page = await signedIn(place.admin, path)
  const name = rowOf(page, request.id).getByText(request.patientName)
  await expect(name).toBeVisible()
  const box = await name.boundingBox()
  if (!box) throw new Error('the name is not in view')
  await page.mouse.move(box.x + 1, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('')
  await expect(page).toHaveURL(path)
  await expect(heading(page)).toHaveText('Live Status')
})

test('LIVE-05 LIVE-06 SHELL-13 by keyboard alone: to the row, into it, and back', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const { id } = await aRequest(db, { hospitalId: place.id, status: 'bloodbank-approved' })
  const page = await signedIn(place.admin, path)
  await expect(rowOf(page, id)).toBeVisible()
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: id })).toBeFocused()
  await expect(page.getByRole('link', { name: id })).toHaveAccessibleDescription('Karthik Subramanian')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}/${id}`)
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(rowOf(page, id)).toBeVisible()
})

test('LIVE-08 the list follows: a row comes, changes, and leaves', async ({ signedIn, db, server }) => {
  const place = await aPlace(db)
  const page = await signedIn(place.admin, path)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await isLive(page)
  const [admin, provider] = [server.as(place.admin), server.as('bloodsupport')]
  const raised = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  const approved = await admin.done(requests.approve, { id: raised.id, version: raised.version })
  const { id } = approved
  await expect(rowOf(page, id)).toContainText('hospital-admin-approved')
  await expect(rowOf(page, id)).toHaveAttribute('data-changed')

  const linked = await provider.done(orders.link, wishFor({ id, version: approved.version }))
  await expect(rowOf(page, id)).toContainText('redbank-approved')
  const written = { id, version: linked.request.version, text: 'Driver On The Way' }
  const { version } = await provider.done(requests.writeDeliveryStatus, written)
  await expect(rowOf(page, id)).toContainText('driver on the way')

  await provider.done(orders.move, { id, version, status: 'completed' })
  await expect(rowOf(page, id)).toHaveCount(0)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
})

test('LIVE-08 a request that is cancelled leaves the list, and its open page tells', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const { id, version } = await aRequest(db, { hospitalId: place.id, status: 'hospital-admin-approved' })
  const [list, page] = await Promise.all([
    signedIn(place.admin, path),
    signedIn(place.admin, `${path}/${id}`),
  ])
  await expect(rowOf(list, id)).toBeVisible()
  await expect(detail(page, 'Status')).toContainText('hospital-admin-approved')
  await Promise.all([isLive(list), isLive(page)])
  await server.as(place.admin).done(requests.cancel, { id, version, reason: 'Surgery postponed' })
  await expect(rowOf(list, id)).toHaveCount(0)
  await expect(detail(page, 'Status')).toContainText('cancelled')
  await expect(heading(page)).toHaveText(`Live Status ${id}`)
})

test('LIVE-01 LIVE-05 LIVE-07 ROLES-13 plus has the same, at its own address', async ({ signedIn, db }) => {
  const { id } = await aRequest(db, { hospitalId: 'city', status: 'bloodbank-approved' })
  const page = await signedIn('city_admin', '/dashboard/plus/liveStatus')
  await rowOf(page, id).getByText('redbank-approved').click()
  await expect(page).toHaveURL(`/dashboard/plus/liveStatus/${id}`)
  await expect(detail(page, 'Status')).toContainText('redbank-approved')
  await page.reload()
  await expect(heading(page)).toHaveText(`Live Status ${id}`)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/dashboard/plus/liveStatus')
  await page.goto('/dashboard/plus/liveStatus/abc')
  await expect(page.getByText(notFound)).toBeVisible()

  const staff = await signedIn('city', `/dashboard/plus/liveStatus/${id}`)
  await expect(heading(staff)).toHaveText(/^Good/)
})

test('SHELL-19 LIVE-05 no other screen has a further level, and this one has only one', async ({
  signedIn,
}) => {
  const page = await signedIn('firm', null)
  for (const further of ['deliveryStatus/7c40e9d2', 'approval/7c40e9d2', 'liveStatus/7c40e9d2/more']) {
    await page.goto(`/dashboard/pilot/${further}`)
    await expect(heading(page)).toHaveText(/^Good/)
  }
})
