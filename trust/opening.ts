import type { BrowserContextOptions, Page } from '@playwright/test'
import { screens } from '#web/menu.ts'
import { goInside } from '../e2e/pages/addresses.ts'
import { expect } from '../e2e/pages/fixtures.ts'
import type { Crew } from './crews.ts'

type Openers = { signedIn?: SignedIn; visitor: Visitor }
type SignedIn = (email: string, path: null, options: BrowserContextOptions) => Promise<Page>
type Visitor = (path: null, options: BrowserContextOptions) => Promise<Page>

export function openFor(who: string | null, { signedIn, visitor }: Openers): Promise<Page> {
  const options = { viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' } as const
  return who === null || !signedIn ? visitor(null, options) : signedIn(who, null, options)
}

/** Within the app without loading it again, where the crew does that. */
export async function goTo(page: Page, { isInside }: Crew, path: string, isFirst: boolean): Promise<void> {
  if (isFirst || !isInside) await page.goto(path)
  else await goInside(page, path)
}

/** By its title, where the menu has one. */
export async function untilShown(page: Page, { isInside }: Crew, path: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  const title = isInside && screens.find(({ id }) => path.endsWith(`/${id}`))?.title
  if (title) await expect(heading, path).toHaveText(title)
  else await expect(heading.first(), path).toBeVisible()
}
