import type { BrowserContext, Page } from '@playwright/test'

/** From its next opening on, no answer tells the page the time: it goes by its own clock, which a test moves alone. */
export const byItsOwnClock = (pages: Page | BrowserContext) =>
  pages.addInitScript(() => {
    const read = Headers.prototype.get
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : read.call(this, name)
    }
  })
