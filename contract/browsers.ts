import { z } from 'zod'
import { BrowserDraft } from '#domain/messages/browsers.ts'
import { mayListen } from '#domain/people/actor.ts'
import { Done, nothing } from './answers.ts'
import { route } from './route.ts'

const Browser = z.object({
  id: z.number().int(),
  device: z.string(),
  addedAt: z.coerce.date(),
  seenAt: z.coerce.date(),
  /** By which a browser knows itself: SHA-256 of its endpoint, in base64url. */
  mark: z.string(),
  /** Said in the session of this call. */
  isThisSession: z.boolean(),
})

/** Which browsers ring for somebody while no page is open. */
export const browsers = {
  list: route({
    method: 'GET',
    path: '/api/browsers',
    summary: 'Your browsers that ring, and the public key of this server for them (VAPID)',
    who: mayListen,
    input: nothing,
    output: z.object({ publicKey: z.string(), items: z.array(Browser) }),
  }),
  ring: route({
    method: 'PUT',
    path: '/api/browsers',
    summary: 'Have this browser rung for whom you act now, with what its Push API gave out',
    who: mayListen,
    input: BrowserDraft,
    output: z.object({ id: z.number().int() }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/browsers/:id',
    summary: 'Have one of your browsers rung no more',
    who: mayListen,
    input: z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    output: Done,
  }),
}
