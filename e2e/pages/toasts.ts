import type { Page } from '@playwright/test'

export type SeenToast = {
  text: string
  ms: number | null
  /** How much of it the page stood still, for want of a processor. */
  stalledMs: number
}

/** Notes every toast from now on and how long it stays; null while it does. One of a second is easily missed. */
export async function watchToasts(page: Page): Promise<() => Promise<SeenToast[]>> {
  const notes = await page.evaluateHandle(() => {
    const seen: { text: string; from: number; ms: number | null; stalledMs: number }[] = []
    const shown = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent ?? '')
    let ticked = performance.now()
    const tick = () => {
      const now = performance.now()
      for (const one of seen) if (one.ms === null) one.stalledMs += Math.max(0, now - ticked - 100)
      ticked = now
    }
    const look = () => {
      tick()
      const [now, texts] = [performance.now(), shown()]
      for (const one of seen) if (one.ms === null && !texts.includes(one.text)) one.ms = now - one.from
      const isNew = (text: string) => !seen.some((one) => one.ms === null && one.text === text)
      for (const text of texts.filter(isNew)) seen.push({ text, from: now, ms: null, stalledMs: 0 })
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    setInterval(tick, 50)
    return seen
  })
  return () => notes.evaluate((seen) => seen.map(({ text, ms, stalledMs }) => ({ text, ms, stalledMs })))
}

/** What can be pressed and lies under a toast. */
export const buttonsUnderToasts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[role=status]:has(button)')]
    const over = (one: DOMRect, other: DOMRect) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    return [...document.querySelectorAll('button, a, input')]
      .filter((element) => !element.closest('[role=status]') && element.checkVisibility())
      .filter((element) => {
        const box = element.getBoundingClientRect()
        return box.width > 1 && toasts.some((toast) => over(toast.getBoundingClientRect(), box))
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')
  })
