import { createHmac, randomBytes } from 'node:crypto'
import type { HookBody } from '#domain/hooks/bodies.ts'
import { opened, sealed } from '../basics/sealing.ts'

/*
 * As Standard Webhooks has it: `v1,` and HMAC-SHA256 over id, time and body in base64, one for each secret that holds.
 */

/** One text for all hooks: a secret is moved to no other row by whoever has the server's. */
const purpose = 'secrets of hooks'

export function makeSecret(serverSecret: string): { secret: string; secretSealed: string } {
  const bytes = randomBytes(32)
  return { secret: `whsec_${bytes.toString('base64')}`, secretSealed: sealed(serverSecret, purpose, bytes) }
}

export type Signing = {
  readonly secretSealed: string
  readonly oldSealed: string | null
  readonly oldUntil: Date | null
}

/** `id`: the same at each try. */
export type Said = { readonly id: string; readonly body: HookBody }

export function signedCall(serverSecret: string, hook: Signing & { url: string }, said: Said, now: Date) {
  const body = JSON.stringify(said.body)
  const time = String(Math.floor(now.getTime() / 1_000))
  const sign = (sealedSecret: string): string =>
    `v1,${createHmac('sha256', opened(serverSecret, purpose, sealedSecret))
      .update(`${said.id}.${time}.${body}`)
      .digest('base64')}`
  const hasOld = hook.oldSealed !== null && hook.oldUntil !== null && hook.oldUntil > now
  const secrets = [hook.secretSealed, ...(hasOld && hook.oldSealed ? [hook.oldSealed] : [])]
  return {
    url: hook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Crossmatch-Hooks',
      'webhook-id': said.id,
      'webhook-timestamp': time,
      'webhook-signature': secrets.map(sign).join(' '),
    },
    body: Buffer.from(body),
  }
}
