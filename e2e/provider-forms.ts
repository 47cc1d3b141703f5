import { expect, type Locator, type Page } from '@playwright/test'

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).click()
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
  await expect(field(page, label)).toHaveValue(option)
}

/** Down the list as a person goes: no key before the one before it shows. */
export async function chooseByKeys(page: Page, label: string, option: string): Promise<void> {
  const focused = field(page, label)
  await expect(focused).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('aria-expanded', 'true')
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    const marked = await focused.getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${marked}"]`)).toHaveText(option, { timeout: 100 })
  }).toPass({ intervals: [50] })
  await page.keyboard.press('Enter')
  await expect(focused).toHaveValue(option)
}

export const submit = (page: Page) => page.getByRole('button', { name: 'SUBMIT DETAILS' }).click()

/** Wide and narrow, light and dark: nothing that axe finds, nothing that scrolls sideways. */
export async function looksGood(page: Page, axe: (page: Page) => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    for (const width of [1440, 999, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await axe(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `sideways at ${width}`).toBeLessThanOrEqual(0)
    }
  }
}
