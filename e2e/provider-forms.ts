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
