import { requestStatuses } from '#domain/requests/request.ts'
import { anAccount, aRequest } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { test } from '../pages/fixtures.ts'
import { filterPanel, idsIn, loadMore, openFilter } from '../pages/lists.ts'
import { expect, searchBox, searchesOf, someRequests, statusPath } from '../pages/request-list.ts'

test("REQSTATUS-03 REQSTATUS-04 REQSTATUS-05 SHELL-32 the panel offers every status and the person's hospital; SAVE applies and closes, RESET unticks and shows all at once, chips take one away; all of it stays in the address until the screen is left", {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db, { name: 'Kaveri Hospital' })
  const [first, second] = await someRequests(db, 2, { hospitalId: place.id })
  const [done] = await someRequests(db, 1, { hospitalId: place.id, status: 'completed' })
  const all = [done?.id, first?.id, second?.id].map(String)
  // what a filter cannot be is passed over
  const page = await signedIn(place.staff, `${statusPath}?status=completed,delivered,%3Cb%3E&hospital=noble`)
  await expect(idsIn(page)).toHaveText(all.slice(0, 1))
  await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveText(['completed'])
  await page.getByRole('button', { name: 'Remove filter Status: completed' }).click()
  await expect(idsIn(page)).toHaveText(all)

  const panel = await openFilter(page)
  const status = panel.getByRole('group', { name: 'Status' })
  for (const name of requestStatuses)
    await expect(status.getByRole('checkbox', { name, exact: true })).not.toBeChecked()
  await expect(status.getByRole('checkbox')).toHaveCount(13)
  const hospital = panel.getByRole('group', { name: 'Hospital' })
  await expect(hospital.getByRole('checkbox', { name: 'Kaveri' })).not.toBeChecked()
  await expect(hospital.getByRole('checkbox')).toHaveCount(1)

  await panel.getByRole('checkbox', { name: 'pending' }).check()
  await expect(idsIn(page)).toHaveCount(3)
  await panel.getByRole('button', { name: 'SAVE' }).click()
  await expect(panel).toBeHidden()
  await expect(idsIn(page)).toHaveText(all.slice(1))
  await expect(page.getByText('2 found')).toBeVisible()

  await openFilter(page)
  await expect(panel.getByRole('checkbox', { name: 'pending' })).toBeChecked()
  await panel.getByRole('button', { name: 'RESET' }).click()
  await expect(panel.getByRole('checkbox', { name: 'pending' })).not.toBeChecked()
  await expect(idsIn(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await openFilter(page)
  for (const name of ['completed', 'cancelled']) {
    await panel.getByRole('checkbox', { name, exact: true }).check()
  }
  await panel.getByRole('button', { name: 'SAVE' }).click()
  await expect(idsIn(page)).toHaveText(all.slice(0, 1))
  const part = all[0]?.slice(0, 3) ?? ''
  await searchBox(page).fill(part)
  await expect(page).toHaveURL(/search=/)
  await page.reload()
  await expect(idsIn(page)).toHaveText(all.slice(0, 1))
  await expect(searchBox(page)).toHaveValue(part)
  await searchBox(page).fill('')
  await page.getByRole('button', { name: 'Remove filter Status: completed' }).click()
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await expect(page.getByText('No request matches the filters.')).toBeVisible()

  await page.getByRole('link', { name: 'Delivery Status' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delivery Status')
  await page.getByRole('link', { name: 'Request Status' }).click()
  await expect(idsIn(page)).toHaveCount(3)
  await expect(page).toHaveURL(statusPath)
})

test('REQSTATUS-05 a hospital of our own making is in no list of choices', { tag: '@long' }, async ({
  signedIn,
  db,
}) => {
  await anAccount(db, {
    email: `dev.chooser${process.pid}`,
    grant: { product: 'pilot', role: 'staff', organisationId: 'dev' },
  })
  const page = await signedIn(`dev.chooser${process.pid}`, statusPath)
  const panel = await openFilter(page)
  await expect(panel.getByRole('group', { name: 'Hospital' })).toHaveText('HospitalNothing to choose')
})

test('REQSTATUS-06 REQSTATUS-10 SHELL-38 SHELL-39 SHELL-40 ROLES-24 a whole ID is looked for everywhere, a part among the loaded; with a saved filter a page has twenty rows', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const foreign = await aRequest(db, { hospitalId: 'noble' })
  const all = (await someRequests(db, 25, { hospitalId: place.id })).map(({ id }) => id)
  const newest = all.slice(0, 10)
  const page = await signedIn(place.staff, statusPath)
  await expect(idsIn(page)).toHaveText(newest)
  const calls = await searchesOf(page, '/api/requests')
  const box = searchBox(page)

  const part = newest[4]?.slice(2, 5) ?? ''
  await box.fill(part)
  await expect(idsIn(page)).toHaveText(newest.filter((id) => id.includes(part)))
  await expect(page.getByText(/^\d+ found$/)).toBeVisible()
  expect(calls).toEqual([])

  const oldest = all.at(-1) ?? ''
  await box.fill(oldest)
  await expect(idsIn(page)).toHaveText([oldest])
  expect(calls).toHaveLength(1)
  expect(calls[0]).toContain(`id=${oldest}`)
  await box.press('End')
  await box.pressSequentially('0')
  await expect(box).toHaveValue(`${oldest}0`)
  await expect(idsIn(page)).toHaveText([oldest])
  expect(calls).toHaveLength(1)

  await box.fill(foreign.id)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await expect(page.getByText('No request has this ID.')).toBeVisible()
  await box.fill('')
  await expect(idsIn(page)).toHaveText(newest)
  await box.fill('zzz')
  await expect(page.getByText('None of the requests loaded so far has this in its ID.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(idsIn(page)).toHaveText(newest)

  // with a filter saved, the ID is looked for among what it leaves
  const panel = await openFilter(page)
  await panel.getByRole('checkbox', { name: 'completed', exact: true }).check()
  await panel.getByRole('button', { name: 'SAVE' }).click()
  await expect(filterPanel(page)).toBeHidden()
  await box.fill(oldest)
  await expect(page.getByText('No request with this ID matches the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(idsIn(page)).toHaveText(newest)
  await expect(page).toHaveURL(statusPath)

  for (const name of ['pending', /^Approving/]) {
    await openFilter(page)
    await panel.getByRole('checkbox', { name }).check()
    await panel.getByRole('button', { name: 'SAVE' }).click()
    await expect(idsIn(page)).toHaveText(all.slice(0, 20))
    await expect(page.getByText('20 newest found')).toBeVisible()
    await loadMore(page).click()
    await expect(idsIn(page)).toHaveText(all)
    await expect(loadMore(page)).toHaveCount(0)
    await openFilter(page)
    await panel.getByRole('button', { name: 'RESET' }).click()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByText('10 newest requests')).toBeVisible()
  }
})
