import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as plain,
} from '@playwright/test'
import type { Db } from '#server/db/database.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { type ServerProcess, startServerProcess } from '#testing/harness/server-process.ts'
import { openSession, sessionCookieName } from '#testing/makers/sessions.ts'
import { violationsOf } from './axe.ts'
import { type Faults, faultsOf } from './faults.ts'
import { type Look, lookAt } from './looks.ts'
import { byItsOwnClock } from './own-clock.ts'

type Moment = string | Date | null

type OfAWorker = {
  /** Set it with `test.use({ demo: true })` at the top of a file: its server then shows the demonstration. */
  demo: boolean
  /** The real process with a database of its own, shared by the tests of one worker. */
  server: ServerProcess
}

export type LooksOption = {
  /** Whether a page that is looked at is seen one way, in the short run, or every way, in the long one. */
  looks: 'one' | 'every'
}

type OfATest = LooksOption & {
  /** For the makers. */
  db: Db
  /** A page in a new context with a session of that account; opens the path, unless it is null. */
  signedIn(email: string, path?: string | null, options?: BrowserContextOptions): Promise<Page>
  /** Gives a page, and what it has loaded so far, to another account. */
  become(page: Page, email: string): Promise<void>
  /** A page in a new context of somebody who is not signed in. */
  visitor(path?: string | null, options?: BrowserContextOptions): Promise<Page>
  /**
   * Moves the clock of the server, which runs on from there, and that of every page of the test, which stands there;
   * null puts both back. The end of the test does that too.
   */
  moveClock(at: Moment): Promise<void>
  /** That of the server alone: pages follow it with the next answer they get, if it is off by two minutes or more. */
  moveServerClock(at: Moment): Promise<void>
  /** What a test provokes on purpose: errors that match do not fail it. */
  allowFaults(...patterns: (RegExp | string)[]): void
  faults: Faults
  /** Fails with every rule of accessibility that the page breaks. */
  axe(page: Page): Promise<void>
  /** Nothing goes sideways and nothing hinders anybody; the tests that ask for it have the tag `@looks`. */
  looksGood(page: Page, inShort: Look): Promise<void>
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Where the test moves clocks, its pages go by their own: the server's is never moved in the same moment. */
  browserTime: { at: Date | null; isAlone: boolean }
  freshLimits: undefined
}

export const test = plain.extend<OfATest, OfAWorker>({
  demo: [false, { option: true, scope: 'worker' }],

  server: [
    async ({ demo }, use) => {
      const server = await startServerProcess({ demo, program: 'built' })
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ server }, use) => use(server.url),

  db: async ({ server }, use) => use(server.db),

  // the limits of sign-in are counted by address, and all tests come from one
  freshLimits: [
    async ({ db }, use) => {
      await db.deleteFrom('rateLimits').execute()
      await use(undefined)
    },
    { auto: true },
  ],

  faults: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      const faults = faultsOf()
      await use(faults)
      expect(faults.found(), 'errors of the page').toEqual([])
    },
    { auto: true },
  ],

  allowFaults: async ({ faults }, use) => use(faults.allow),

  // biome-ignore lint/correctness/noEmptyPattern: see above
  browserTime: async ({}, use) => use({ at: null, isAlone: false }),

  context: async ({ context, faults }, use) => {
    faults.watch(context)
    await use(context)
  },

  newContext: async ({ browser, baseURL, faults, browserTime }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options })
      opened.push(context)
      faults.watch(context)
      if (browserTime.isAlone) await byItsOwnClock(context)
      if (browserTime.at) await context.clock.setFixedTime(browserTime.at)
      return context
    })
    for (const context of opened) await context.close()
  },

  visitor: async ({ newContext }, use) =>
    use(async (path = '/', options) => openPage(await newContext(options), path)),

  signedIn: async ({ newContext, server }, use) =>
    use(async (email, path = '/dashboard', options) => {
      const context = await newContext(options)
      await giveSession(context, server, email)
      return openPage(context, path)
    }),

  become: async ({ server }, use) =>
    use(async (page, email) => {
      await page.context().clearCookies()
      await giveSession(page.context(), server, email)
    }),

  moveServerClock: async ({ server }, use) => {
    let isMoved = false
    const moveTo = async (at: Moment) => {
      const { status, text } = await server.anonymous.raw('PUT', '/test/clock', {
        body: { now: at && new Date(at).toISOString() },
      })
      if (status !== 200) throw new Error(`The clock did not move: ${status} ${text}`)
      isMoved = at !== null
    }
    await use(moveTo)
    if (isMoved) await moveTo(null)
  },

  moveClock: async ({ browser, moveServerClock, browserTime }, use) => {
    browserTime.isAlone = true
    await use(async (at) => {
      await moveServerClock(at)
      browserTime.at = at === null ? null : new Date(at)
      for (const context of browser.contexts()) await context.clock.setFixedTime(browserTime.at ?? new Date())
    })
  },

  // biome-ignore lint/correctness/noEmptyPattern: see above
  axe: async ({}, use) =>
    use(async (page) => {
      expect(await violationsOf(page), `accessibility of ${page.url()}`).toEqual([])
    }),

  looks: ['one', { option: true }],

  looksGood: async ({ axe, looks }, use, { tags }) => {
    if (!tags.includes('@looks')) throw new Error('Without the tag @looks the long run would not look at it')
    await use((page, inShort) => lookAt(page, looks === 'every' ? 'every' : inShort, axe))
  },
})

async function giveSession(context: BrowserContext, server: ServerProcess, email: string): Promise<void> {
  const token = await openSession(server.db, emailOf(email))
  await context.addCookies([
    { name: sessionCookieName, value: token, url: server.url, httpOnly: true, sameSite: 'Lax' },
  ])
}

async function openPage(context: BrowserContext, path: string | null): Promise<Page> {
  const page = await context.newPage()
  if (path !== null) await page.goto(path)
  return page
}

export { expect }
