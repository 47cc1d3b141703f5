import type { Locator } from '@playwright/test'

/** Opens the list of a field and presses one of its choices. */
export async function pick(field: Locator, option: string): Promise<void> {
  await field.click()
  await field.page().getByRole('option', { name: option, exact: true }).click()
}

/** What a list offers, and closes it again. */
export async function offeredBy(field: Locator): Promise<string[]> {
  await field.click()
  const offered = await field.page().getByRole('option').allTextContents()
  await field.press('Escape')
  return offered
}
