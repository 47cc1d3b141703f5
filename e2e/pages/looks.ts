import { expect, type Page } from '@playwright/test'

/** How a page is looked at in the short run; the long run looks at it each way. */
export type Look = 'wide' | 'narrow'

/** Every colour and both layouts once: wide and light, narrow and dark. */
const everyLook = (
  [
    ['wide', 1440, 'light'],
    ['narrow', 390, 'dark'],
  ] as const
).map(([look, width, colorScheme]) => ({
  look,
  width,
  named: `${width} px, ${colorScheme}`,
  options: { viewport: { width, height: 900 }, colorScheme, hasTouch: width === 390 },
}))

export const wide = everyLook[0]?.options

/** Both looks for a loop of tests, of which the short run does one, or none. */
export const looks = (inShort?: Look) =>
  everyLook.map((one) => ({ ...one, tag: one.look === inShort ? [] : ['@long'] }))

/** A table takes a moment to find its shape after the window has changed. */
export const fits = (page: Page, width: number): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `sideways at ${width} px`,
    })
    .toBe(width)

/** A page that stands open: wide, with the menu behind its burger, and as on a phone in the dark; or one of them. */
export async function lookAt(
  page: Page,
  which: Look | 'every',
  axe: (page: Page) => Promise<void>,
): Promise<void> {
  for (const [look, width, colorScheme] of [
    ['wide', 1440, 'light'],
    ['burger', 999, 'light'],
    ['narrow', 390, 'dark'],
  ] as const) {
    if (which !== 'every' && which !== look) continue
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    if (look !== 'burger') await axe(page)
    await fits(page, width)
  }
}
