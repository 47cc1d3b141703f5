import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request, Route } from '@playwright/test'
import { violationsOf } from '../e2e/pages/axe.ts'
import { expect } from '../e2e/pages/fixtures.ts'
import { tellFault } from './access/judging.ts'
import type { Counts } from './kept.ts'

/** What a screen shows: rows, none, that it failed, that it waits. */
export const states = ['full', 'empty', 'failed', 'loading'] as const
export type State = (typeof states)[number]

const widths = [1440, 999, 390]
/** What a press has opened is the same in between. */
const ends = [1440, 390]
const patience = 10_000
const schemes = ['light', 'dark'] as const

export type Look = {
  page: Page
  state: State
  counts: Counts & { looks: number; presses: number; stuck: number; violations: number }
  /** Waits until nothing is asked any more and nothing moves. */
  settle(): Promise<void>
  release(): void
}

const refusal = {
  code: 'refused',
  title: 'Not Saved',
  text: 'This was refused, to see what that looks like.',
}
/** Who is here, and which build: without them there is no screen at all. */
const always = /\/api\/(session|live|buildId|demo-accounts)\b/

/** Every call of the page is answered as the state wants it; what would change something is refused. */
export async function lookingAt(page: Page, state: State): Promise<Look> {
  const pending = new Set<Request>()
  const held: Route[] = []
  await page.route(/\/api\//, async (route) => {
    const call = route.request()
    if (always.test(call.url())) return route.continue()
    if (call.method() !== 'GET') return route.fulfill({ status: 422, json: refusal })
    if (state === 'failed') return route.fulfill({ status: 400, json: refusal })
    if (state === 'loading') return void held.push(route)
    // who has left the screen waits for no answer
    if (state === 'empty') return answerEmpty(route).catch(() => undefined)
    await route.continue()
  })
  const isWaitedFor = (call: Request) =>
    !always.test(call.url()) && !(state === 'loading' && call.url().includes('/api/'))
  page.on('request', (call) => isWaitedFor(call) && pending.add(call))
  page.on('requestfinished', (call) => pending.delete(call))
  page.on('requestfailed', (call) => pending.delete(call))
  // a file that is shown in a window of its own
  page.context().on('page', (other) => void (other === page ? null : other.close()))
  return {
    page,
    state,
    counts: { looks: 0, presses: 0, stuck: 0, violations: 0 },
    async settle() {
      for (let quiet = 0; quiet < 2; quiet++) {
        const until = performance.now() + patience
        while (pending.size > 0 && performance.now() < until) await sleep(20)
        // what became a download is never told to have ended
        pending.clear()
        await page.evaluate(isStill)
      }
    },
    release() {
      for (const route of held) void route.abort().catch(() => undefined)
    },
  }
}

async function answerEmpty(route: Route): Promise<void> {
  const response = await route.fetch()
  const json = response.headers()['content-type']?.includes('json') ? await response.json() : null
  if (!Array.isArray(json?.items)) return route.fulfill({ response })
  await route.fulfill({ response, json: { ...json, items: [], ...('next' in json ? { next: null } : {}) } })
}

/** What fades in is not yet of the colour that it will have. */
async function isStill(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const moving = document
    .getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
  await Promise.all(moving.map((one) => one.finished.catch(() => undefined)))
}

/** At every width and in both themes. The themes differ in colours alone, so the second asks for those. */
export async function lookEveryWay({ page, counts, settle }: Look, name: string, inside?: string[]) {
  for (const width of inside ? ends : widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
      await settle()
      const isOnlyColours = colorScheme !== schemes[0]
      const there = inside?.length ? await thereOf(page, inside) : []
      const broken = await violationsOf(page, {
        isOnlyColours,
        ...(there.length > 0 ? { inside: there } : {}),
      })
      counts.looks++
      counts.violations += broken.length
      for (const one of broken) tellFault(`${name} at ${width} px, ${colorScheme}`, one)
    }
  }
  await page.setViewportSize({ width: widths[0] ?? 0, height: 900 })
  await page.emulateMedia({ colorScheme: schemes[0] })
}

const opened = ['[role=dialog]', '[role=alertdialog]', '[role=menu]', '[role=listbox]']
const thereOf = (page: Page, selectors: string[]): Promise<string[]> =>
  page.evaluate(
    (all) =>
      all.filter((one) => [...document.querySelectorAll(one)].some((found) => found.checkVisibility())),
    selectors,
  )

/** Presses each kind of button there is, so that whatever opens, unfolds or is told of is looked at as well. */
export async function pressEverything(look: Look, name: string): Promise<void> {
  const { page, counts, settle } = look
  const here = page.url()
  const pressed: string[] = []
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (;;) {
      await settle()
      const next = await page.evaluate(markNext, pressed)
      if (!next) break
      pressed.push(next.key)
      const before = await page.evaluate(() => document.body.innerHTML)
      const isPressed = await page
        .locator('[data-pressed-next]')
        .click({ timeout: 3_000 })
        .then(() => true)
        .catch(() => false)
      counts[isPressed ? 'presses' : 'stuck']++
      await settle()
      const there = await thereOf(page, opened)
      // as it was, but for the mark of the press
      const isChanged = there.length > 0 || before !== (await page.evaluate(() => document.body.innerHTML))
      if (isPressed && isChanged)
        await lookEveryWay(look, `${name}, after ${next.name}`, there.length ? opened : [])
      await goBack(look, here)
      await page.setViewportSize({ width, height: 900 })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Closes whatever the press has opened. */
async function goBack({ page, settle }: Look, here: string): Promise<void> {
  for (let tries = 0; tries < 4 && (await thereOf(page, opened)).length > 0; tries++) {
    await page.keyboard.press('Escape')
    await settle()
  }
  if (page.url() === here && (await thereOf(page, opened)).length === 0) return
  await page.goto(here)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The next button of a kind that was not pressed: of one class and with the same first word, and few of a class. */
function markNext(pressed: string[]): { key: string; name: string } | null {
  for (const old of document.querySelectorAll('[data-pressed-next]')) old.removeAttribute('data-pressed-next')
  const buttons = document.querySelectorAll<HTMLElement>(
    'main button, main summary, header button[aria-haspopup], header button[aria-expanded]',
  )
  for (const button of buttons) {
    if (!button.checkVisibility() || button.matches(':disabled') || button.closest('[inert]')) continue
    const name = (button.getAttribute('aria-label') || button.textContent).trim()
    const kind = `${button.tagName} ${button.className}`
    const key = `${kind} ${name.split(/\s/)[0]?.replace(/^[\da-f]{8}$|\d+/g, '#')}`
    if (pressed.includes(key) || pressed.filter((one) => one.startsWith(kind)).length >= 8) continue
    button.setAttribute('data-pressed-next', '')
    return { key, name }
  }
  return null
}
