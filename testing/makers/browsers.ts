import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { BrowserDraft } from '#domain/messages/browsers.ts'

/** What a browser gives out that nobody rings: its push service is not there. */
export function aBrowser(): BrowserDraft {
  const pair = createECDH('prime256v1')
  return {
    endpoint: `https://push.example.org/${randomUUID()}`,
    p256dh: pair.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}
