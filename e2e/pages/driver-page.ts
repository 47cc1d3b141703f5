import { type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test'
import { orders } from '#contract/orders.ts'
import { hours, later } from '#domain/basics/time.ts'
import { type DeliveryStep, handsOver, measures } from '#domain/driving/steps.ts'
import { drivingWordsEn as en } from '#domain/driving/words-en.ts'
import type { Db } from '#server/db/database.ts'
import type { ServerProcess } from '#testing/harness/server-process.ts'
import { codeOf, drivenIn } from '#testing/makers/driving.ts'
import { aDriver, aRequest, nextNumber } from '#testing/makers/makers.ts'

/** As a driver holds it. */
export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
}

/** What a browser writes into its console where there is no signal. */
export const noSignal =
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED|ABORTED|CONNECTION)|unknown error .* fetching the script/

/** Somebody whose orders no other test touches. */
export const aFreshDriver = (db: Db, name: string) =>
  aDriver(db, { email: `road${process.pid}x${nextNumber()}.driver`, name })

/** Linked to the bank and to this driver, and due in three hours. */
export const anOrderOf = (
  db: Db,
  { email }: { email: string },
  change: Parameters<typeof aRequest>[1] = {},
) =>
  aRequest(db, {
    status: 'bloodbank-approved',
    driverEmail: email,
    deadlineAt: later(new Date(), hours(3)),
    ...change,
  })

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
/** The steps done of the delivery that is shown, the latest first. */
export const doneSteps = (page: Page): Locator => page.getByRole('main').locator('ul > li')
export const waitingBar = (page: Page): Locator =>
  page.locator('details').filter({ hasText: /sent|accepted/ })
export const isSent = (page: Page): Promise<void> => expect(waitingBar(page)).toHaveCount(0)

type Doing = { id: string; seq?: number; step: DeliveryStep; code?: string; temperature?: string }

/** Fills in what the step asks for and presses its button. */
export async function act(page: Page, db: Db, doing: Doing): Promise<void> {
  const { step } = doing
  const press = button(page, en.steps[step].press)
  await expect(press).toBeVisible()
  if (measures(step)) await page.getByLabel(en.form.temperature).fill(doing.temperature ?? '4.2')
  if (handsOver(step)) {
    await page.getByLabel(en.steps[step].receiver).fill('Nurse Priya')
    await page
      .getByLabel(en.form.code)
      .fill(doing.code ?? (await codeOf(db, { id: doing.id, seq: doing.seq ?? 1, step })))
  }
  await press.click()
}

/** And waits until the server has it. */
export async function actAndArrive(page: Page, db: Db, doing: Doing): Promise<void> {
  await act(page, db, doing)
  await expect
    .poll(async () => (await drivenIn(db, doing.id)).steps.map(({ seq, step }) => [seq, step]), {
      message: `${doing.step} arrives`,
    })
    .toContainEqual([doing.seq ?? 1, doing.step])
  await isSent(page)
}

/** Has the worker keep the page, so that it opens without a signal. */
export const isKept = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state === 'activated') return
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }))
  })

/** The provider gives the order to somebody else. */
export async function giveTo(server: ServerProcess, id: string, { email }: { email: string }): Promise<void> {
  const { version, bankId } = (await drivenIn(server.db, id)).request
  await server
    .as('bloodsupport')
    .done(orders.link, { id, version, bankId: bankId ?? 'redbank', driverEmail: email })
}

export async function cancel(server: ServerProcess, id: string): Promise<void> {
  const { version } = (await drivenIn(server.db, id)).request
  await server.as('bloodsupport').done(orders.move, { id, version, status: 'cancelled' })
}
