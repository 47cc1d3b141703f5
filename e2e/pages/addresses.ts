import type { Page } from '@playwright/test'

/** As a typed address would, without loading the whole app again. */
export const goInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState({}, '', to), path)
