import type { Locator, Page } from '@playwright/test'

/**
 * Walks as a person does, and counts: a press of the mouse or of a key that is no text is one step, each character that
 * is typed is one.
 */
export function counting(page: Page) {
  let [presses, typed] = [0, 0]
  const began = performance.now()
  return {
    async click(place: Locator): Promise<void> {
      presses++
      await place.click()
    },
    async press(key: string): Promise<void> {
      presses++
      await page.keyboard.press(key)
    },
    async type(text: string): Promise<void> {
      typed += text.length
      await page.keyboard.type(text)
    },
    steps: () => presses + typed,
    presses: () => presses,
    /** One line of what it took. */
    line(walk: string): string {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      return `${walk}: ${presses + typed} steps (${presses} presses, ${typed} characters), ${seconds} s`
    },
  }
}
