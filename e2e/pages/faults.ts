import type { BrowserContext, ConsoleMessage } from '@playwright/test'

export type Faults = {
  watch(context: BrowserContext): void
  allow(...patterns: (RegExp | string)[]): void
  /** Every error so far that was not allowed. */
  found(): string[]
}

/** Hears what goes wrong in a page without showing: errors thrown, and those in the console, as blocked content is. */
export function faultsOf(): Faults {
  const heard: string[] = []
  const allowed: (RegExp | string)[] = []
  return {
    watch(context) {
      context.on('console', (message) => {
        if (message.type() === 'error' && !isRefusal(message))
          heard.push(`console: ${message.text()} (${message.location().url})`)
      })
      // also what a library tries and is not allowed to, which no console tells
      void context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          reportError(new Error(`blocked by the policy: ${violatedDirective} ${blockedURI}`)),
        ),
      )
      context.on('weberror', (error) => heard.push(`thrown: ${error.error().stack ?? error.error().message}`))
    },
    allow: (...patterns) => void allowed.push(...patterns),
    found: () => heard.filter((fault) => !allowed.some((pattern) => matches(fault, pattern))),
  }
}

const matches = (fault: string, pattern: RegExp | string): boolean =>
  typeof pattern === 'string' ? fault.includes(pattern) : pattern.test(fault)

/**
 * A call of ours that answers 4xx is an answer; Chromium writes it into the console all the same. So is 503 of a machine
 * that is too busy for three browsers: the page asks again by itself, and what stays away is missed by what is waited for.
 */
const isRefusal = (message: ConsoleMessage): boolean =>
  /status of (4\d\d|503)/.test(message.text()) &&
  new URL(message.location().url || 'about:blank').pathname.startsWith('/api/')
