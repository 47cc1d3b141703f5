import type { Page } from '@playwright/test'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { donorWordsTa } from '#domain/donors/words-ta.ts'
import { screens } from '#web/menu.ts'
import { consentBox, consentPath, fillDetails, submit } from '../e2e/pages/donor-page.ts'
import { expect, test } from '../e2e/pages/fixtures.ts'
import { crews, idsOf, inTamil, pathsOf } from './crews.ts'
import { added, type Counts, forget, isFull, keep, keptOf, minutesSince, tell } from './kept.ts'
import { type Look, lookEveryWay, lookingAt, pressEverything, type State, states } from './looking.ts'
import { goTo, openFor, untilShown } from './opening.ts'

/** In the long tier the page that everybody begins on, without presses; its other pages have looks of their own there. */
const looked = isFull ? crews : crews.filter(({ who, paths: own }) => who === null && own.includes('/'))

/** With rows of every kind on every list. */
test.use({ demo: true })

/** The screens of one state, one after the other in one window. */
type Walk = { state: State; paths: string[] }

for (const [nth, crew] of looked.entries()) {
  test(`F24 axe finds nothing on ${crew.name}, at any width, in any theme, in any state`, {
    tag: '@long',
  }, async ({ signedIn, visitor, db, allowFaults }) => {
    if (isFull && keptOf('F24').parts[nth]) return
    if (!isFull) test.setTimeout(180_000)
    // what is held is broken off at the end
    allowFaults(/net::ERR_(ABORTED|FAILED)/)
    const own = pathsOf(crew, await idsOf(db))
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
        await goTo(page, crew, path, at === 0)
        await untilShown(page, crew, path)
        await lookAtOne(look, `${path} ${state}`)
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
    if (isFull) keep('F24', nth, { ...added(seen), minutes: minutesSince(began) })
    expect(added(seen).violations).toBe(0)
  })
}

if (isFull) {
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

  test('F24 axe finds nothing', () => {
    const kept = Object.values(keptOf('F24').parts)
    expect(kept.length, 'all crews are done').toBe(crews.length + 1)
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
    expect(violations).toBe(0)
  })
}

async function lookAtOne(look: Look, name: string): Promise<void> {
  await look.settle()
  await lookEveryWay(look, name)
  if (isFull && look.state === 'full') await pressEverything(look, name)
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
