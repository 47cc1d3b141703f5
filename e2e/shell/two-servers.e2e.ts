import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { type AppProcess, freePort, startApp } from '#testing/harness/process.ts'
import { aDraft, aStaffedHospital } from '#testing/makers/makers.ts'
import { openSession, sessionCookieName, theSecret } from '#testing/makers/sessions.ts'
import { expect, test } from '../pages/fixtures.ts'
import { isQuick } from '../pages/live-pages.ts'

test('SHELL-37 APPROVAL-09 a raise on one server shows on another within a second, also after that one was killed and came back', {
  tag: '@long',
}, async ({ server, newContext, allowFaults }) => {
  test.slow()
  // what the page asks for while its server is gone
  allowFaults('Failed to load resource', 'net::ERR')
  const { admin, staff } = await aStaffedHospital(server.db)
  const settings = {
    DATABASE_URL: server.databaseUrl,
    AUTH_SECRET: theSecret,
    DEMO: '0',
    PORT: String(await freePort()),
  }
  let second = await startApp(settings, 'built')
  try {
    const page = await approvalsOn(second)
    await showsWithinASecond(page)

    await second.signal('SIGKILL')
    await expect(page.getByText('Reconnecting')).toBeVisible()
    const missed = await raise()
    second = await startApp(settings, 'built')
    await expect(rowWith(page, missed)).toBeVisible({ timeout: 15_000 })
    await showsWithinASecond(page)
  } finally {
    await second.signal('SIGKILL')
  }

  async function approvalsOn({ url }: AppProcess): Promise<Page> {
    const context = await newContext({ baseURL: url })
    await context.addCookies([{ name: sessionCookieName, value: await openSession(server.db, admin), url }])
    const page = await context.newPage()
    await page.goto('/dashboard/pilot/approval')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    return page
  }

  async function raise(): Promise<string> {
    return (await server.as(staff).done(requests.raise, aDraft(new Date()))).id
  }

  async function showsWithinASecond(page: Page): Promise<void> {
    await isQuick(1_000, async () => rowWith(page, await raise()))
  }
})

const rowWith = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id })
