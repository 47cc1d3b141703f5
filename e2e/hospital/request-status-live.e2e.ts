import { requests } from '#contract/requests.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { goInside } from '../pages/addresses.ts'
import { aPlace } from '../pages/approval-list.ts'
import { test } from '../pages/fixtures.ts'
import { idsIn, loadMore, openFilter, rowOf } from '../pages/lists.ts'
import {
  changedRow,
  expect,
  openTimes,
  popupOf,
  searchBox,
  someRequests,
  statusPath,
  stepsIn,
} from '../pages/request-list.ts'

// several pages and popups one after the other
test.describe.configure({ timeout: 60_000 })

test('REQSTATUS-13 SHELL-37 what is raised comes on top and is marked, the pages go on without gap or repeat, a row of a further page changes too, and nothing in view moves', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const old = (await someRequests(db, 24, { hospitalId: place.id })).map(({ id }) => id)
  const page = await signedIn(place.admin, statusPath)
  await expect(idsIn(page)).toHaveText(old.slice(0, 10))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const first = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(changedRow(page, first.id)).toBeVisible()
  await expect(idsIn(page)).toHaveText([first.id, ...old.slice(0, 10)])
  await loadMore(page).click()
  await expect(idsIn(page)).toHaveText([first.id, ...old.slice(0, 20)])
  await loadMore(page).click()
  const all = [first.id, ...old]
  await expect(idsIn(page)).toHaveText(all)
  await expect(rowOf(page, old[12] ?? '')).not.toHaveAttribute('data-changed')

  await page.mouse.move(0, 0)
  const [changing, watched] = [old[14] ?? '', old[16] ?? '']
  await rowOf(page, watched).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 40))
  const placeOf = async (id: string) => Math.round((await rowOf(page, id).boundingBox())?.y ?? Number.NaN)
  const before = await placeOf(watched)
  expect(before).toBeLessThan(720)
  await server.as(place.admin).done(requests.approve, { id: changing, version: 1 })
  await expect(changedRow(page, changing, 'hospital-admin-approved')).toBeVisible()
  const { id } = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(idsIn(page)).toHaveText([id, ...all])
  await expect.poll(() => placeOf(watched)).toBe(before)
})

test('REQSTATUS-13 SHELL-37 what is approved changes its row and marks it for a while; a row under the pointer stays until it is left; what is typed and ticked stays', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const place = await aPlace(db)
  const [one, two] = (await someRequests(db, 2, { hospitalId: place.id })).map(({ id }) => id)
  if (!one || !two) throw new Error('they are not there')
  const page = await signedIn(place.admin, statusPath)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(rowOf(page, one)).not.toHaveAttribute('data-changed')
  await server.as(place.admin).done(requests.approve, { id: one, version: 1 })
  await expect(changedRow(page, one, 'hospital-admin-approved')).toBeVisible()
  await expect(rowOf(page, two)).not.toHaveAttribute('data-changed')

  await rowOf(page, one).hover()
  const { id } = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible()
  await expect(idsIn(page)).toHaveText([one, two])
  await page.mouse.move(0, 0)
  await expect(idsIn(page)).toHaveText([id, one, two])
  await expect(rowOf(page, one)).not.toHaveAttribute('data-changed')

  const part = two.slice(0, 5)
  await searchBox(page).fill(part)
  await expect(idsIn(page)).toHaveText([two])
  const panel = await openFilter(page)
  await panel.getByRole('checkbox', { name: 'completed', exact: true }).check()
  await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await server.as(place.admin).done(requests.approve, { id: two, version: 1 })
  await expect(rowOf(page, two)).toContainText('hospital-admin-approved')
  await expect(panel.getByRole('checkbox', { name: 'completed', exact: true })).toBeChecked()
  await expect(searchBox(page)).toHaveValue(part)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0)
})

test('REQSTATUS-07 REQSTATUS-13 SHELL-37 with a filter saved, what begins to match comes and what no longer matches leaves; an open popup follows its request even then', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const place = await aPlace(db)
  const [first, second, third] = (await someRequests(db, 3, { hospitalId: place.id })).map(({ id }) => id)
  if (!first || !second || !third) throw new Error('they are not there')
  const admin = server.as(place.admin)
  const page = await signedIn(place.staff, `${statusPath}?status=hospital-admin-approved`)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await admin.done(requests.approve, { id: second, version: 1 })
  await expect(changedRow(page, second)).toBeVisible()
  await expect(idsIn(page)).toHaveText([second])

  await goInside(page, `${statusPath}?status=pending`)
  await expect(idsIn(page)).toHaveText([first, third])
  const popup = await openTimes(page, first)
  await expect(stepsIn(page).first()).toHaveAttribute('aria-current', 'step')
  await admin.done(requests.approve, { id: first, version: 1 })
  await expect(stepsIn(page).nth(1)).toContainText('hospital-admin-approved')
  await expect(stepsIn(page).nth(1)).toHaveAttribute('aria-current', 'step')
  await expect(rowOf(page, first)).toHaveCount(0)
  await expect(page.getByText('1 found')).toBeAttached()
  await expect(popup).toBeVisible()
  await admin.done(requests.cancel, { id: first, version: 2, reason: 'Surgery postponed' })
  await expect(stepsIn(page).nth(2)).toContainText('“Surgery postponed”')
  await expect(stepsIn(page)).toHaveCount(3)

  // its row is gone: the focus goes on to the page, not to its top
  await page.keyboard.press('Escape')
  await expect(popupOf(page, first)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(idsIn(page)).toHaveText([third])
})
