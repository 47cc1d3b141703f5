import type { Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import type { ServerProcess } from '#testing/harness/server-process.ts'
import { aDraft, aDriver } from '#testing/makers/makers.ts'
import { openSession, sessionCookieName } from '#testing/makers/sessions.ts'
import { aPlace, approvalPath } from '../pages/approval-list.ts'
import { aStaffedBank } from '../pages/bank-people.ts'
import { dyingLine } from '../pages/dying-line.ts'
import { expect, test } from '../pages/fixtures.ts'
import { isLive, rowOf } from '../pages/lists.ts'
import { ordersOf } from '../pages/orders-list.ts'

type People = {
  place: Awaited<ReturnType<typeof aPlace>>
  bank: Awaited<ReturnType<typeof aStaffedBank>>
  driver: { email: string }
}

/** One more, as far as it must come to be in the list. */
async function comes(server: ServerProcess, { place, bank, driver }: People, isLinked: boolean) {
  const { id, version } = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  if (!isLinked) return id
  const approved = await server.as(place.admin).done(requests.approve, { id, version })
  await server.as('bloodsupport').done(orders.link, {
    ...{ id, version: approved.version, bankId: bank.id, driverEmail: driver.email },
  })
  return id
}

/** Whose row a press would land on. */
const underPointer = (page: Page, { x, y }: { x: number; y: number }): Promise<string | undefined> =>
  page.evaluate(
    (at) => document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-row]')?.dataset.row,
    { x, y },
  )

/** Every list that tells of patients' requests by itself, who looks at it, and whether it asks for a bank. */
const lists = (people: People): [path: string, who: string, isLinked: boolean][] => [
  [approvalPath, people.place.admin, false],
  ['/dashboard/pilot/requestStatus', people.place.admin, false],
  ['/dashboard/pilot/deliveryStatus', people.place.admin, true],
  ['/dashboard/pilot/liveStatus', people.place.admin, true],
  [ordersOf(people.place.id), 'bloodsupport', false],
  ['/dashboard/bloodbank/history', people.bank.first, true],
]

for (const width of [1440, 390]) {
  test(`T46 on no list does a row slide under a pointer or a focus at ${width} px: what is new waits, and says so`, {
    tag: '@long',
  }, async ({ signedIn, db, server }) => {
    test.slow()
    const people = { place: await aPlace(db), bank: await aStaffedBank(db), driver: await aDriver(db) }
    for (const [path, who, isLinked] of lists(people)) {
      const old = await comes(server, people, isLinked)
      const page = await signedIn(who, path, { viewport: { width, height: 900 } })
      const row = rowOf(page, old)
      await expect(row, path).toBeVisible()
      await expect(page.locator('[data-connected=true]')).toHaveCount(1)
      await row.hover()
      const box = await row.boundingBox()
      if (!box) throw new Error(`${path} has no row`)
      const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      await page.mouse.move(middle.x, middle.y)
      await page.mouse.down()
      const first = await comes(server, people, isLinked)
      await expect(page.getByRole('button', { name: '1 new' }), path).toBeVisible()
      const isThere = rowOf(page, first)
      await expect(isThere).toHaveCount(0)
      expect(await underPointer(page, middle), path).toBe(old)
      // released where nothing is pressed
      await page.mouse.move(0, 0)
      await page.mouse.up()
      await expect(isThere, path).toBeVisible()

      const focusable = row.locator('a[href], button').first()
      if ((await focusable.count()) > 0) {
        await focusable.focus()
        const stood = await row.boundingBox()
        const second = await comes(server, people, isLinked)
        await expect(page.getByRole('button', { name: '1 new' }), path).toBeVisible()
        await expect(rowOf(page, second)).toHaveCount(0)
        expect((await row.boundingBox())?.y, path).toBe(stood?.y)
        await focusable.blur()
        await expect(rowOf(page, second), path).toBeVisible()
      }
      await page.context().close()
    }
  })
}

test('T47 a list whose line is dead without anybody having noticed says so after 35 seconds, and since when, and makes up for it', {
  tag: '@long',
}, async ({ newContext, db, server, allowFaults }) => {
  test.setTimeout(180_000)
  allowFaults(/Failed to load resource|net::ERR/)
  const people = { place: await aPlace(db), bank: await aStaffedBank(db), driver: await aDriver(db) }
  const line = await dyingLine(server.url)
  const context = await newContext({ baseURL: line.url })
  const token = await openSession(db, emailOf(people.place.admin))
  await context.addCookies([{ name: sessionCookieName, value: token, url: line.url, httpOnly: true }])
  const page = await context.newPage()
  await page.goto('/dashboard/pilot/requestStatus')
  await isLive(page)
  const heard = await comes(server, people, false)
  await expect(rowOf(page, heard)).toBeVisible()

  line.die()
  const unheard = await comes(server, people, false)
  const banner = page.getByText(/^Live updates paused, last update \d{1,2}:\d\d:\d\d [ap]m$/)
  const since = Date.now()
  await expect(banner).toBeVisible({ timeout: 60_000 })
  // a beat comes every 15 seconds, and after 35 without one it is told
  expect(Date.now() - since).toBeGreaterThan(15_000)
  expect(Date.now() - since).toBeLessThan(40_000)
  await expect(page.getByText('Live', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('banner')).toContainText('Available, not connected')
  await expect(rowOf(page, unheard)).toHaveCount(0)

  line.heal()
  await expect(rowOf(page, unheard)).toBeVisible({ timeout: 60_000 })
  await expect(banner).toHaveCount(0, { timeout: 60_000 })
  await isLive(page)
  line.close()
})
