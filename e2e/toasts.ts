import type { Page } from '@playwright/test'

export type SeenToast = { text: string; ms: number | null }

/** Notes every toast from now on and how long it stays; null while it does. One of a second is easily missed. */
export async function watchToasts(page: Page): Promise<() => Promise<SeenToast[]>> {
  const notes = await page.evaluateHandle(() => {
    const seen: { text: string; from: number; ms: number | null }[] = []
    const shown = () => [...document.querySelectorAll('[role=status]')].map((one) => one.textContent ?? '')
    const look = () => {
      const [now, texts] = [performance.now(), shown()]
      for (const one of seen) if (one.ms === null && !texts.includes(one.text)) one.ms = now - one.from
      const isNew = (text: string) => !seen.some((one) => one.ms === null && one.text === text)
      for (const text of texts.filter(isNew)) seen.push({ text, from: now, ms: null })
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  return () => notes.evaluate((seen) => seen.map(({ text, ms }) => ({ text, ms })))
}
