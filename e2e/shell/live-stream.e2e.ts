import { emailOf } from '#server/demo/makers/rows.ts'
import { expect, test } from '../pages/fixtures.ts'

const banner = /^Live updates paused, last update \d{1,2}:\d\d:\d\d [ap]m$/

test('SHELL-37 a live stream that went silent is told, and made up for when it heals', async ({
  signedIn,
  allowFaults,
}) => {
  allowFaults('Failed to load resource')
  const page = await signedIn('firm', null)
  await page.clock.install()
  let isCut = false
  let streams = 0
  let summaries = 0
  await page.route('**/api/live', (route) => {
    streams += 1
    // neither answered nor refused, as behind a dead line
    return isCut
      ? undefined
      : route.fulfill({ contentType: 'text/event-stream', body: 'retry: 1000\nevent: beat\ndata: {}\n\n' })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/api/requests/summary')) summaries += 1
  })
  await page.goto('/dashboard')
  await expect.poll(() => streams).toBeGreaterThan(0)
  isCut = true
  await page.clock.runFor(20_000)
  await expect(page.getByText(banner)).toHaveCount(0)
  await page.clock.runFor(20_000)
  await expect(page.getByText(banner)).toBeVisible()
  // AMB-268
  await expect(page.getByRole('banner')).toContainText('Available, not connected')

  const before = summaries
  isCut = false
  await page.clock.runFor(21_000)
  await expect(page.getByText(banner)).toHaveCount(0)
  await expect.poll(() => summaries).toBeGreaterThan(before)
})

test('SHELL-47 a session that ended elsewhere leads to the root', async ({ signedIn, db }) => {
  const page = await signedIn('noble')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good/)
  const account = db.selectFrom('accounts').select('id').where('email', '=', emailOf('noble'))
  await db.deleteFrom('sessions').where('accountId', 'in', account).execute()
  await expect(page).toHaveURL('/', { timeout: 15_000 })
})

test('SHELL-47 who is signed in is not asked again for a search: without an answer the screen would be gone', {
  tag: '@long',
}, async ({ signedIn, allowFaults }) => {
  allowFaults(/ERR_FAILED/)
  const page = await signedIn('firm', null)
  await page.clock.install()
  await page.goto('/dashboard/pilot/requestStatus')
  const heading = page.getByRole('heading', { level: 1, name: 'Request Status' })
  await expect(heading).toBeVisible()
  await page.clock.fastForward(6 * 60_000)
  await page.route('**/api/session', (route) => route.abort())
  await page.getByLabel('Search by Request ID').fill('abc')
  await expect(page).toHaveURL(/search=abc/)
  // longer than it would be tried for
  await page.clock.runFor(20_000)
  await expect(heading).toBeVisible()
})
