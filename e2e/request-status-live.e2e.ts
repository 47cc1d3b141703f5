import { requests } from '#contract/requests.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { aDraft, aRequest } from '#testing/makers.ts'
import { aPlace, approvalPath, press } from './approval-list.ts'
import { test } from './fixtures.ts'
import {
  changedRow,
  expect,
  idsIn,
  loadMore,
  openFilter,
  openTimes,
  popupOf,
  rowOf,
  searchBox,
  someRequests,
  statusPath,
  stepsIn,
} from './request-list.ts'

// several pages and popups one after the other
test.describe.configure({ timeout: 60_000 })

test('REQSTATUS-13 SHELL-37 approved in one browser, the row of the other changes within three seconds and is marked', async ({
  signedIn,
  db,
}) => {
  const place = await aPlace(db)
  const [request, still] = await someRequests(db, 2, { hospitalId: place.id })
  const id = request?.id ?? ''
  const [page, admin] = await Promise.all([
    signedIn(place.staff, statusPath),
    signedIn(place.admin, approvalPath),
  ])
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(rowOf(page, id)).not.toHaveAttribute('data-changed')
  await press(admin, id, 'Approve')
  await changedRow(page, id, 'hospital-admin-approved').waitFor({ timeout: 3_000 })
  await expect(rowOf(page, still?.id ?? '')).not.toHaveAttribute('data-changed')
  await expect(rowOf(page, id)).not.toHaveAttribute('data-changed', { timeout: 6_000 })
})

test('REQSTATUS-13 SHELL-37 what is raised comes on top and is marked, and the pages go on without gap or repeat', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const all = (await someRequests(db, 14, { hospitalId: place.id })).map(({ id }) => id)
  const page = await signedIn(place.admin, statusPath)
  await expect(idsIn(page)).toHaveText(all.slice(0, 10))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const { id } = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(changedRow(page, id)).toBeVisible()
  await expect(idsIn(page)).toHaveText([id, ...all.slice(0, 10)])
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText([id, ...all])
  await expect(rowOf(page, all[12] ?? '')).not.toHaveAttribute('data-changed')
})

test('REQSTATUS-13 SHELL-37 a row of a further page changes too, and nothing in view moves', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const all = (await someRequests(db, 24, { hospitalId: place.id })).map(({ id }) => id)
  const page = await signedIn(place.admin, statusPath)
  for (const count of [10, 20, 24]) {
    await expect(idsIn(page)).toHaveCount(count)
    if (count < 24) await loadMore(page).click()
  }
  await page.mouse.move(0, 0)
  const [changing, watched] = [all[14] ?? '', all[16] ?? '']
  await rowOf(page, watched).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 40))
  const placeOf = async (id: string) => Math.round((await rowOf(page, id).boundingBox())?.y ?? Number.NaN)
  const before = await placeOf(watched)
  expect(before).toBeLessThan(720)

  await server.as(place.admin).done(requests.approve, { id: changing, version: 1 })
  await expect(changedRow(page, changing, 'hospital-admin-approved')).toBeVisible()
  const { id } = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(rowOf(page, id)).toHaveCount(1)
  await expect(idsIn(page)).toHaveText([id, ...all])
  await expect.poll(() => placeOf(watched)).toBe(before)
})

test('REQSTATUS-13 SHELL-37 with a filter saved, what no longer matches leaves and what begins to match comes', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const [first, second, third] = await someRequests(db, 3, { hospitalId: place.id })
  const [waiting, approved] = await Promise.all([
    signedIn(place.staff, `${statusPath}?status=pending`),
    signedIn(place.staff, `${statusPath}?status=hospital-admin-approved`),
  ])
  await expect(idsIn(waiting)).toHaveText([first, second, third].map((one) => one?.id ?? ''))
  await expect(approved.getByText('DATA NOT FOUND')).toBeVisible()
  for (const page of [waiting, approved]) await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const { id } = await server.as(place.admin).done(requests.approve, { id: second?.id ?? '', version: 1 })
  await expect(changedRow(approved, id)).toBeVisible()
  await expect(idsIn(approved)).toHaveText([id])
  await expect(idsIn(waiting)).toHaveText([first?.id ?? '', third?.id ?? ''])
  await expect(waiting.getByText('2 found')).toBeVisible()
})

test('REQSTATUS-13 SHELL-37 what is typed and ticked stays while rows come and change', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, {
    id: `ab${process.pid.toString(16).padStart(6, '0').slice(-6)}`,
    hospitalId: place.id,
  })
  const page = await signedIn(place.admin, statusPath)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await searchBox(page).fill('ab')
  const panel = await openFilter(page)
  await panel.getByRole('checkbox', { name: 'completed', exact: true }).check()
  await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await server.as(place.admin).done(requests.approve, { id: request.id, version: 1 })
  await expect(rowOf(page, request.id)).toContainText('hospital-admin-approved')
  await expect(panel.getByRole('checkbox', { name: 'completed', exact: true })).toBeChecked()
  await expect(searchBox(page)).toHaveValue('ab')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0)
})

test('REQSTATUS-07 REQSTATUS-13 an open popup follows its request, also when the row leaves the list', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, {
    hospitalId: place.id,
    raisedAt: earlier(new Date(), minutes(20)),
  })
  const page = await signedIn(place.staff, `${statusPath}?status=pending`)
  const popup = await openTimes(page, request.id)
  await expect(stepsIn(page).first()).toHaveAttribute('aria-current', 'step')
  await server.as(place.admin).done(requests.approve, { id: request.id, version: 1 })
  await expect(stepsIn(page).nth(1)).toContainText('hospital-admin-approved')
  await expect(stepsIn(page).nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(rowOf(page, request.id)).toHaveCount(0)
  await expect(popup).toBeVisible()
  await server
    .as(place.admin)
    .done(requests.cancel, { id: request.id, version: 2, reason: 'Surgery postponed' })
  await expect(stepsIn(page).nth(2)).toContainText('“Surgery postponed”')
  await expect(stepsIn(page)).toHaveCount(3)

  // its row is gone: the focus goes on to the page, not to its top
  await page.keyboard.press('Escape')
  await expect(popupOf(page, request.id)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('REQSTATUS-13 SHELL-37 a row under the pointer stays where it is until it is left', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const request = await aRequest(db, { hospitalId: place.id })
  const page = await signedIn(place.staff, statusPath)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await rowOf(page, request.id).hover()
  const { id } = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(idsIn(page)).toHaveText([request.id])
  await page.mouse.move(0, 0)
  await expect(idsIn(page)).toHaveText([id, request.id])
})
