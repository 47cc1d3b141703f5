import type { Page } from '@playwright/test'
import { expect } from './request-list.ts'

/** The alert that is open must be this one; then it is closed. */
export async function closeAlert(
  page: Page,
  title: string | RegExp,
  text: string | RegExp,
  ok = 'OK',
): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: title, exact: typeof title === 'string' })
  await expect(alert).toContainText(text)
  await alert.getByRole('button', { name: ok, exact: true }).click()
  await expect(alert).toBeHidden()
}
