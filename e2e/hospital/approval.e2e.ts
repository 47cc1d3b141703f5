import { requests } from '#contract/requests.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import { aDraft, aRequest } from '#testing/makers/makers.ts'
import { aPlace, approvalPath } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { rowOf } from '../pages/lists.ts'
import { isQuick } from '../pages/live-pages.ts'
import { fits, looks } from '../pages/looks.ts'
import { changedRow, searchesOf } from '../pages/request-list.ts'

test('APPROVAL-01 APPROVAL-02 APPROVAL-03 SHELL-30 ERRORS-12 a spinner, a list that did not load and can be tried again, then heading, columns, any text as a text, and the two buttons', async ({
  signedIn,
  db,
  allowFaults,
}) => {
  allowFaults(/status of 503/)
  const place = await aPlace(db)
  const patientName = '<img src=x onerror="document.title=1"> கார்த்திக் 🩸'
  const request = await aRequest(db, {
    hospitalId: place.id,
    component: 'FFP',
    bloodGroup: 'AB-',
    units: 4,
    patientName,
    reason: '{{7*7}}</td>',
  })
  const page = await signedIn(place.admin, null)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/requests/pending?*', async (route) => {
    await answered
    await route.fulfill({
      status: 503,
      json: { code: 'unavailable', title: 'Not Available', text: 'Not now.' },
    })
  })
  await page.goto(approvalPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request Approval')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  answer()
  await expect(page.getByRole('alert')).toContainText('The list did not load', { timeout: 10_000 })
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await page.unroute('**/api/requests/pending?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Request ID',
    'Order Type',
    'Patient Name',
    'Blood Group',
    'Units',
    'Component',
    'Reason',
    'Action',
  ])
  await expect(rowOf(page, request.id).getByRole('cell')).toHaveText([
    request.id,
    /^immediatepickup /,
    `${patientName}${request.patientId}, ${request.age}, ${request.sex}`,
    'AB NEG',
    '4',
    'Fresh Frozen Plasma',
    '{{7*7}}</td>',
    'ApproveReject',
  ])
  for (const name of ['Approve', 'Reject']) {
    const named = `${name} ${request.id}, ${patientName}`
    await expect(rowOf(page, request.id).getByRole('button', { name: named, exact: true })).toBeVisible()
  }
})

test('APPROVAL-04 APPROVAL-05 APPROVAL-06 APPROVAL-07 SHELL-31 SHELL-38 SHELL-39 SHELL-40 the newest twenty, and the search', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const foreign = await aRequest(db, { hospitalId: 'noble' })
  const now = new Date()
  const all: { id: string }[] = []
  for (let age = 25; age > 0; age--)
    all.unshift(await aRequest(db, { hospitalId: place.id, raisedAt: earlier(now, minutes(age * 5)) }))
  const page = await signedIn(place.admin, approvalPath)
  const ids = page.getByRole('row').locator('td:first-child')
  const newest = all.slice(0, 20).map(({ id }) => id)
  await expect(ids).toHaveText(newest)
  await expect(page.getByText('25 pending: 20 here, 5 not shown')).toBeVisible()

  const calls = await searchesOf(page, '/api/requests/pending')
  const box = page.getByRole('searchbox', { name: 'Search by Request ID' })
  const part = newest[3]?.slice(2, 6) ?? ''
  await box.fill(part)
  await expect(ids).toHaveText(newest.filter((id) => id.includes(part)))
  expect(calls).toEqual([])
  await expect(page).toHaveURL(new RegExp(`search=.*${part}`))

  const oldest = all.at(-1)?.id ?? ''
  await box.fill(` ${oldest.toUpperCase()} `)
  await expect(ids).toHaveText([oldest])
  expect(calls).toHaveLength(1)
  expect(calls[0]).toContain(`id=${oldest}`)
  await box.press('End')
  await box.pressSequentially('0')
  await page.waitForTimeout(200)
  await expect(ids).toHaveText([oldest])
  expect(calls).toHaveLength(1)

  await box.fill('')
  await expect(ids).toHaveText(newest)
  await box.fill('123456789')
  await expect(ids).toHaveText(newest)
  await box.fill('nothexid')
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  expect(calls).toHaveLength(1)
  await box.fill(foreign.id)
  await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(ids).toHaveText(newest)

  await box.fill(oldest)
  await expect(ids).toHaveText([oldest])
  await page.reload()
  await expect(ids).toHaveText([oldest])
  await expect(box).toHaveValue(oldest)
})

test('APPROVAL-09 APPROVAL-25 SHELL-31 SHELL-37 ERRORS-12 an empty list says so; what is raised elsewhere is in it within a second, and gone once decided', async ({
  signedIn,
  db,
  server,
}) => {
  const place = await aPlace(db)
  const page = await signedIn(place.admin, approvalPath)
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const raised: string[] = []
  await isQuick(1_000, async () => {
    const { id } = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
    raised.push(id)
    return changedRow(page, id)
  })
  for (const id of raised) await server.as(place.admin).done(requests.approve, { id, version: 1 })
  await expect(page.getByText('NO DATA FOUND')).toBeVisible()
})

for (const { width, named, options, tag } of looks('narrow')) {
  test(`APPROVAL-03 nothing hinders anybody: rows, and none, ${named}`, { tag }, async ({
    signedIn,
    db,
    axe,
  }) => {
    const place = await aPlace(db, { accountStatus: 'subscription-ended' })
    const long = 'Saraswathi Venkataraman Balasubramanian Krishnamoorthy'
    await aRequest(db, { hospitalId: place.id, patientName: long, reason: `${long} `.repeat(8) })
    const page = await signedIn(place.admin, approvalPath, options)
    await expect(page.getByText(long, { exact: true })).toBeVisible()
    await fits(page, width)
    const approve = page.getByRole('button', { name: 'Approve' })
    const { height } = (await approve.boundingBox()) ?? { height: 0 }
    expect(height).toBe(width === 390 ? 44 : 28)
    await axe(page)
    await page.getByRole('searchbox').fill('zz')
    await expect(page.getByText('DATA NOT FOUND')).toBeVisible()
    await axe(page)
  })
}
