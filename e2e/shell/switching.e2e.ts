import type { Page } from '@playwright/test'
import { earlier, minutes } from '#domain/basics/time.ts'
import { aRow, storeRows } from '#testing/makers/listed-requests.ts'
import { aPlace } from '../pages/approval-list.ts'
import { expect, test } from '../pages/fixtures.ts'
import { isLive } from '../pages/lists.ts'
import { ordersPath, withRows } from '../pages/orders-list.ts'

type Switch = { headingMs: number; rowsWithHeading: number; rows: string[] }

test('a press on the menu shows the heading of the other screen before its rows, in the median of nine within 250 ms (a fifth of that on a quiet machine), and its rows from what was loaded before, without an answer of the server', {
  tag: '@long',
}, async ({ signedIn, db }) => {
  const place = await aPlace(db)
  const now = new Date()
  await storeRows(
    db,
    Array.from({ length: 20 }, (_, at) =>
      aRow(place.id, now, { raisedAt: earlier(now, minutes(at + 1)), status: 'hospital-admin-approved' }),
    ),
  )
  const page = await withRows(signedIn('bloodsupport', ordersPath))
  await isLive(page)
  const shown = await keysOf(page)
  expect(shown).toHaveLength(20)
  // its code is there from then on
  await goTo(page, 'Accounts')

  await page.route('**/api/**', () => {
    // never answered
  })
  const took: number[] = []
  for (let time = 0; time < 9; time++) {
    const orders = await goTo(page, 'Orders')
    expect(orders.rowsWithHeading).toBe(0)
    expect(orders.rows).toEqual(shown)
    took.push(orders.headingMs)
    await goTo(page, 'Accounts')
  }
  expect(took.sort((a, b) => a - b)[4]).toBeLessThan(250)
})

const keysOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.dataset.row ?? ''),
  )

/** Measured in the page: from the press until the heading is there, and what the list shows first. */
const goTo = (page: Page, title: string): Promise<Switch> =>
  page.evaluate(
    (wanted) =>
      new Promise<Switch>((done) => {
        const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]
        const isThere = () => document.querySelector('main h1')?.textContent === wanted
        let headingMs: number | null = null
        let rowsWithHeading = 0
        const pressedAt = performance.now()
        const observer = new MutationObserver(() => {
          if (!isThere()) return
          if (headingMs === null) {
            headingMs = performance.now() - pressedAt
            rowsWithHeading = rows().length
          }
          if (rows().length === 0) return
          observer.disconnect()
          done({ headingMs, rowsWithHeading, rows: rows().map((row) => row.dataset.row ?? '') })
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        const links = [...document.querySelectorAll<HTMLElement>('nav a')]
        links.find((link) => link.textContent?.startsWith(wanted))?.click()
      }),
    title,
  )
