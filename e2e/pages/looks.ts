import { expect, type Page } from '@playwright/test'

/** Every colour and both layouts once: wide and light, narrow and dark. */
export const looks = (
  [
    [1440, 'light'],
    [390, 'dark'],
  ] as const
).map(([width, colorScheme]) => ({
  width,
  named: `${width} px, ${colorScheme}`,
  options: { viewport: { width, height: 900 }, colorScheme, hasTouch: width === 390 },
}))

/** A table takes a moment to find its shape after the window has changed. */
export const fits = (page: Page, width: number): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
      message: `sideways at ${width} px`,
    })
    .toBe(width)

/** A page that stands open: wide, with the menu behind its burger, and as on a phone in the dark. */
export async function looksGood(page: Page, axe: (page: Page) => Promise<void>): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [999, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    if (width !== 999) await axe(page)
    await fits(page, width)
  }
}
