import type { Locator, Page } from '@playwright/test'
import { matching } from '#contract/matching.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import { hours, later, minutes, wholeMinute } from '#domain/basics/time.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import type { ServerProcess } from '#testing/harness/server-process.ts'
import { aDraft, aDriver, aRequest } from '#testing/makers/makers.ts'
import { openSession, sessionCookieName } from '#testing/makers/sessions.ts'
import { aPlace, approvalPath } from '../pages/approval-list.ts'
import { aBench, benchPath, freeBags } from '../pages/bench.ts'
import { dyingLine } from '../pages/dying-line.ts'
import { expect, test } from '../pages/fixtures.ts'
import { letOthersRunOut, linkPath } from '../pages/link-form.ts'
import { isLive, rowOf } from '../pages/lists.ts'
import { ordersOf } from '../pages/orders-list.ts'

type People = {
  place: Awaited<ReturnType<typeof aPlace>>
  bank: Awaited<ReturnType<typeof aBench>>
  driver: { email: string }
}

let isDueBefore = 0
/** One more, as far as it must come to be in the list; a minute before the others, where lists go by that. */
async function comes(server: ServerProcess, { place, bank, driver }: People, isLinked: boolean) {
  const now = new Date()
  const draft = aDraft(now, { deadlineAt: later(wholeMinute(now), hours(9) - minutes(++isDueBefore)) })
  const { id, version } = await server.as(place.staff).done(requests.raise, draft)
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
  [benchPath, people.bank.first, true],
]

for (const width of [1440, 390]) {
  test(`T46 on no list does a row slide under a pointer or a focus at ${width} px: what is new waits, and says so`, {
    tag: '@long',
  }, async ({ signedIn, db, server }) => {
    test.slow()
    const people = { place: await aPlace(db), bank: await aBench(db), driver: await aDriver(db) }
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
  const people = { place: await aPlace(db), bank: await aBench(db), driver: await aDriver(db) }
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

test('T46 AMB-390 what a colleague holds leaves its room in the list of bags, and what the first order is answered for is no other while it is looked at', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  const people = { place: await aPlace(db), bank: await aBench(db), driver: await aDriver(db) }
  const { bank } = people
  const [id, other] = [await comes(server, people, true), await comes(server, people, true)]
  const numbers = await freeBags(db, bank.id, 3)
  const page = await signedIn(bank.first, `${benchPath}/${id}`)
  const offered = page.getByRole('region', { name: 'Offered' })
  const line = (at: number) => offered.getByRole('listitem').filter({ hasText: numbers[at] ?? '' })
  const press = line(1).getByRole('button', { name: 'Hold' })
  const stood = await standsUnderPointer(press)
  const bench = server.as(bank.second)
  const { items } = await bench.done(matching.choices, { id: other })
  const bagId = items.find(({ bag }) => bag.number === numbers[0])?.bag.id ?? ''
  await bench.done(matching.hold, { id: other, bagId })
  await expect(line(0)).toHaveCount(0)
  await expect(offered).toContainText('No longer offered')
  expect(await press.boundingBox()).toEqual(stood)
  await page.mouse.move(0, 0)
  await expect(offered).not.toContainText('No longer offered')

  await page.goto(benchPath)
  const box = page.getByRole('region', { name: /^New order/ })
  await expect(box).toHaveAccessibleName(`New order ${other}`)
  await box.getByRole('button', { name: /^All/ }).hover()
  const byAt = later(new Date(), minutes(60))
  await bench.done(matching.answer, { id: other, units: 1, byAt })
  await expect(box).toContainText('Your answer: ')
  await expect(box).toHaveAccessibleName(`New order ${other}`)
  await page.mouse.move(0, 0)
  await expect(box).toHaveAccessibleName(`New order ${id}`)
})

test('T46 AMB-390 the orders that may be taken next stay where they are under a pointer', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  await letOthersRunOut(db)
  const place = await aPlace(db)
  const soon = async (inMinutes: number) => {
    const wish = { hospitalId: place.id, status: 'hospital-admin-approved' } as const
    const pickupAt = later(new Date(), minutes(inMinutes))
    return (await aRequest(db, { ...wish, pickupAt })).id
  }
  const [first, second] = [await soon(30), await soon(40)]
  const page = await signedIn('bloodsupport', linkPath)
  const chip = page.getByRole('button', { name: second })
  await expect(page.getByRole('button', { name: first })).toBeVisible()
  const stood = await standsUnderPointer(chip)
  const { version } = await server.as(place.admin).done(requests.show, { id: first })
  await server.as(place.admin).done(requests.cancel, { id: first, version, reason: 'Not needed' })
  await expect(page.getByRole('button', { name: first })).toHaveCount(0)
  expect(await chip.boundingBox()).toEqual(stood)
  await page.mouse.move(0, 0)
  await expect.poll(async () => (await chip.boundingBox())?.x).toBeLessThan(stood?.x ?? 0)
})

/** Where it stands once its letters are those of the page: before, it is as wide as those of the machine make it. */
async function standsUnderPointer(target: Locator) {
  await target.evaluate(() => document.fonts.ready.then(() => null))
  await target.hover()
  return target.boundingBox()
}
