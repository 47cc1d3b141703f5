import type { Page } from '@playwright/test'
import { requests } from '#contract/requests.ts'
import { earlier, minutes } from '#domain/basics/time.ts'
import type { Db } from '#server/db/database.ts'
import { aRow, newestFirst, storeRows } from '#testing/makers/listed-requests.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { aPlace } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { isLive, loadMore, rowOf } from '../pages/lists.ts'
import { ordersOf, withRows } from '../pages/orders-list.ts'

const all = 1000
const pageSize = 20

test('of a thousand loaded orders scrolling costs what it costs with twenty, each is there when it is scrolled to, and the keyboard, the focus and what is live go on', {
  tag: '@long',
}, async ({ signedIn, db, server }) => {
  test.setTimeout(240_000)
  const place = await aPlace(db)
  const ids = await aThousandOrders(db, place.id)
  const page = await withRows(signedIn('bloodsupport', ordersOf(place.id)))
  const costOfTwenty = await costOfScrolling(page)
  for (let loaded = 2 * pageSize; loaded <= all; loaded += pageSize) {
    await loadMore(page).click()
    await expect(page.getByText(new RegExp(`^${loaded}( newest)? found$`))).toBeVisible()
  }

  await goTo(page, 0.5)
  // the cheapest of three, and not to the last part: others use the machine too, and all rows would cost fifty times as much
  const costs = [await costOfScrolling(page), await costOfScrolling(page), await costOfScrolling(page)]
  expect(Math.min(...costs)).toBeLessThan(10 * costOfTwenty)
  expect(await page.locator('[data-row]').count()).toBeLessThan(60)

  await goTo(page, 1)
  await expect(rowOf(page, ids.at(-1))).toBeInViewport()
  await goTo(page, 0.3)
  const shown = await keyOfSeen(page)
  const at = ids.indexOf(shown)
  await expect(rowOf(page, shown)).toHaveAttribute('aria-rowindex', `${at + 2}`)
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', `${all + 1}`)

  const button = rowOf(page, shown).getByRole('button', { name: 'More' })
  await button.focus()
  await goTo(page, 0.9)
  await expect(button).toBeFocused()
  await page.keyboard.press('j')
  await expect(rowOf(page, ids[at + 1])).toBeFocused()
  await expect(rowOf(page, ids[at + 1])).toBeInViewport()
  for (let step = 2; step < 30; step++) await page.keyboard.press('j')
  await expect(rowOf(page, ids[at + 29])).toBeFocused()
  await expect(rowOf(page, ids[at + 29])).toBeInViewport()

  await page.keyboard.press('Escape')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.mouse.move(0, 0)
  await isLive(page)
  const raised = await server.as(place.staff).done(requests.raise, aDraft(new Date()))
  await goTo(page, 0)
  await expect(rowOf(page, raised.id)).toBeVisible()
  await expect(rowOf(page, ids[0])).toHaveAttribute('aria-rowindex', '3')
})

/** Their ids, the newest first. */
async function aThousandOrders(db: Db, hospitalId: string): Promise<string[]> {
  const now = new Date()
  const rows = Array.from({ length: all }, (_, at) =>
    aRow(hospitalId, now, { raisedAt: earlier(now, minutes(at + 1)) }),
  )
  await storeRows(db, rows)
  return newestFirst(rows)
}

/** To a part of the page's height, and until what is there is drawn. */
async function goTo(page: Page, part: number): Promise<void> {
  await page.evaluate((to) => scrollTo(0, to * document.documentElement.scrollHeight), part)
  await expect.poll(() => keyOfSeen(page)).not.toBe('')
}

const keyOfSeen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const seen = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
    return seen?.closest<HTMLElement>('[data-row]')?.dataset.row ?? ''
  })

/**
 * Processor time of the page's own thread for each turn of the wheel, on a processor slowed four times: however busy
 * the machine is with other things, it counts what the page does.
 */
async function costOfScrolling(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
  }
  await page.mouse.move(700, 400)
  const turns = [...Array(8).fill(120), ...Array(8).fill(-120)]
  await turn(page, turns)
  const before = await spent()
  await turn(page, [...turns, ...turns])
  const cost = (await spent()) - before
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devtools.detach()
  return cost
}

async function turn(page: Page, turns: readonly number[]): Promise<void> {
  for (const by of turns) {
    await page.mouse.wheel(0, by)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
}
