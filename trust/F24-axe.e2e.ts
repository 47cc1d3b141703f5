import type { BrowserContextOptions, Page } from '@playwright/test'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { donorWordsTa } from '#domain/donors/words-ta.ts'
import type { Db } from '#server/db/database.ts'
import { emailOf } from '#server/demo/makers/rows.ts'
import { screens } from '#web/menu.ts'
import { paths } from '#web/paths.ts'
import type { DonorPath } from '#web/screens/donor/link.ts'
import { goInside } from '../e2e/pages/addresses.ts'
import { consentBox, consentPath, fillDetails, submit } from '../e2e/pages/donor-page.ts'
import { expect, test } from '../e2e/pages/fixtures.ts'
import { added, type Counts, forget, keep, keptOf, minutesSince, tell } from './kept.ts'
import { type Look, lookEveryWay, lookingAt, pressEverything, type State, states } from './looking.ts'

/** With rows of every kind on every list. */
test.use({ demo: true })

const people = {
  pilot: 'firm',
  plus: 'city_admin',
  bloodbank: 'redbank_bloodbank',
  admin: 'bloodsupport',
} as const
type Product = keyof typeof people

/** One page of the dashboard's app, and who opens it; a path that is new needs a line. */
const pages: Record<keyof typeof paths, { who: string | null; paths: string[] }[]> = {
  signIn: [{ who: null, paths: ['/', '/nosuch'] }],
  reset: [{ who: null, paths: ['/reset', '/reset#a-token'] }],
  confirm: [{ who: null, paths: ['/confirm', '/confirm#a-token'] }],
  join: [{ who: null, paths: ['/join', '/join#a-token'] }],
  email: [{ who: null, paths: ['/email', '/email#a-token'] }],
  signUp: [{ who: null, paths: [paths.signUp('redbank'), paths.signUp('nosuch')] }],
  dashboard: Object.values(people).map((who) => ({ who, paths: [paths.dashboard] })),
  account: [{ who: 'firm', paths: [paths.account] }],
  // those of the menu, below
  screen: [],
  live: [],
  bench: [],
  driver: [{ who: 'arun.driver', paths: ['/driver'] }],
  driverAccount: [{ who: 'arun.driver', paths: [paths.driverAccount] }],
  home: [],
}
const donorPages: Record<DonorPath, string[]> = {
  '/consent': [consentPath, `${consentPath}&kiosk=1`, '/consent?bloodbankId=nosuch'],
  '/terms': ['/terms'],
  '/privacy': ['/privacy'],
}
const inTamil = (path: string) => `${path}${path.includes('?') ? '&' : '?'}language=ta`

/** Who opens which pages; those of one app are gone to without loading it again. */
type Crew = { name: string; who: string | null; paths: string[]; isInside: boolean }

const screensOf = (product: Product): string[] =>
  screens.filter((one) => one.product === product).map(({ id }) => paths.screen(product, id))
const crews: Crew[] = [
  ...(Object.keys(people) as Product[]).map((product) => ({
    name: `the screens of ${product}`,
    who: people[product],
    paths: screensOf(product),
    isInside: true,
  })),
  ...Object.values(pages)
    .flat()
    .map((page) => ({ name: `${page.paths[0]} for ${page.who ?? 'anybody'}`, ...page, isInside: false })),
  ...Object.entries(donorPages).map(([name, own]) => ({
    name,
    who: null,
    paths: own.flatMap((path) => [path, inTamil(path)]),
    isInside: false,
  })),
  {
    name: '/verify',
    who: null,
    paths: ['/verify', '/verify#another-system', '/verify#eyJhbGciOiJub25lIn0.e30.'],
    isInside: false,
  },
  { name: 'an order of a driver', who: 'arun.driver', paths: ['/driver/ORDER'], isInside: false },
  { name: 'one request', who: 'firm', paths: [paths.live('pilot', 'REQUEST')], isInside: false },
  { name: 'one order on a bench', who: 'redbank_bloodbank', paths: [paths.bench('BENCH')], isInside: false },
]

/** The screens of one state, one after the other in one window. */
type Walk = { state: State; paths: string[] }

for (const [nth, crew] of crews.entries()) {
  test(`F24 axe finds nothing on ${crew.name}, at any width, in any theme, in any state`, async ({
    signedIn,
    visitor,
    db,
    allowFaults,
  }) => {
    if (keptOf('F24').parts[nth]) return
    // what is held is broken off at the end
    allowFaults(/net::ERR_(ABORTED|FAILED)/)
    const ids = await idsOf(db)
    const own = crew.paths.map((path) => path.replace(/ORDER|REQUEST|BENCH/, (which) => ids[which] ?? ''))
    // with its presses a full screen takes longer than all the others
    const walks: Walk[] = [
      ...own.map((path) => ({ state: 'full' as const, paths: [path] })),
      ...states.filter((state) => state !== 'full').map((state) => ({ state, paths: own })),
    ]
    const began = performance.now()
    const seen: Counts[] = []
    async function walk({ state, paths: these }: Walk): Promise<void> {
      const page = await openFor(crew.who, { signedIn, visitor })
      const look = await lookingAt(page, state)
      for (const [at, path] of these.entries()) {
        if (at === 0 || !crew.isInside) await page.goto(path)
        else await goInside(page, path)
        await lookAtOne(look, path, crew.isInside)
      }
      look.release()
      await page.context().close()
      seen.push(look.counts)
    }
    const left = walks.values()
    const lane = async () => {
      for (const one of left) await walk(one)
    }
    // two windows at a time: one computes while the other waits
    await Promise.all([lane(), lane()])
    keep('F24', nth, { ...added(seen), minutes: minutesSince(began) })
    expect(added(seen).violations).toBe(0)
  })
}

test('F24 axe finds nothing on the thanks for a donor form, in both languages', async ({ visitor }) => {
  const seen: Counts[] = []
  // a page of its own for each: what was sent stays told on the other
  for (const [words, path] of [
    [donorWordsEn, consentPath],
    [donorWordsTa, inTamil(consentPath)],
  ] as const)
    seen.push((await lookAtThanks(await openFor(null, { visitor }), words, path)).counts)
  keep('F24', crews.length, added(seen))
  expect(added(seen).violations).toBe(0)
})

test.afterAll(() => {
  const kept = Object.values(keptOf('F24').parts)
  if (kept.length <= crews.length) return
  const { looks = 0, presses = 0, stuck = 0, violations = 0, minutes = 0 } = added(kept)
  const pressed = `${presses} presses (${stuck} buttons stood behind something)`
  tell({
    id: 'F24',
    promise: 'violations that axe finds',
    target: 'every screen, width, theme and state: none',
    seen: `${screens.length} screens of the menu and every other page, with rows, empty, failed, loading and after ${pressed}, at three widths in two themes: ${looks} looks, ${violations} violations`,
    isMet: violations === 0,
    minutes,
  })
  forget('F24')
})

type Openers = { signedIn?: SignedIn; visitor: Visitor }
type SignedIn = (email: string, path: null, options: BrowserContextOptions) => Promise<Page>
type Visitor = (path: null, options: BrowserContextOptions) => Promise<Page>

function openFor(who: string | null, { signedIn, visitor }: Openers): Promise<Page> {
  const options = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' } as const
  return who === null || !signedIn ? visitor(null, options) : signedIn(who, null, options)
}

/** An order on its way, for its driver, and a request that its hospital follows. */
async function idsOf(db: Db): Promise<Record<string, string>> {
  const order = await db
    .selectFrom('requests')
    .select('id')
    .where('driverEmail', '=', emailOf('arun.driver'))
    .where('status', 'in', ['bloodbank-approved', 'sample-acquired', 'cross-matching', 'issued'])
    .executeTakeFirstOrThrow()
  const request = await db
    .selectFrom('requests')
    .select('id')
    .where('hospitalId', '=', 'firm')
    .where('status', 'in', ['bloodbank-approved', 'sample-acquired', 'cross-matching', 'issued'])
    .executeTakeFirstOrThrow()
  const atBench = await db
    .selectFrom('requests')
    .select('id')
    .where('bankId', '=', 'redbank')
    .where('status', 'in', ['bloodbank-approved', 'sample-acquired', 'cross-matching', 'issued'])
    .executeTakeFirstOrThrow()
  return { ORDER: order.id, REQUEST: request.id, BENCH: atBench.id }
}

async function lookAtOne(look: Look, path: string, isInside: boolean): Promise<void> {
  const { page, state } = look
  const name = `${path} ${state}`
  const heading = page.getByRole('heading', { level: 1 })
  const title = isInside && screens.find(({ id }) => path.endsWith(`/${id}`))?.title
  if (title) await expect(heading, name).toHaveText(title)
  else await expect(heading.first(), name).toBeVisible()
  await look.settle()
  await lookEveryWay(look, name)
  if (state === 'full') await pressEverything(look, name)
}

/** What stands at the end of a form, for which something must be taken. */
async function lookAtThanks(page: Page, words: typeof donorWordsEn, path: string): Promise<Look> {
  const look = await lookingAt(page, 'full')
  await page.unroute(/\/api\//)
  await page.goto(path)
  await fillDetails(page, words)
  await consentBox(page, words).check()
  await submit(page, words)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await lookEveryWay(look, `alert of ${path}`)
  await page.getByRole('alertdialog').getByRole('button').click()
  await expect(page.getByTestId('donation-id')).toBeVisible()
  await lookEveryWay(look, `thanks of ${path}`)
  return look
}
