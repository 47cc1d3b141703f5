import type { browsers } from '#contract/browsers.ts'
import { type AllowedNetworks, outgoingWords, whyNotCall } from '#domain/basics/outgoing.ts'
import { no } from '#domain/basics/refusal.ts'
import { browserWords, whyNotRing } from '#domain/messages/browsers.ts'
import { deviceOf } from '#domain/people/device.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { isPoint } from '../platform/messaging/push-keys.ts'
import { browserStore, browserWriter } from './browser-store.ts'

/** What everybody who hears of something may have rung: their own browsers. */
export function browserHandlers(parts: {
  publicKey: string
  networks: AllowedNetworks
}): Handlers<typeof browsers> {
  const { publicKey, networks } = parts
  return {
    async list({ db, actor, sessionToken }) {
      return { publicKey, items: await browserStore(db, actor.accountId).list(sessionToken) }
    },

    ring: ({ actor, headers, sessionToken, inTransaction }, draft) => {
      refuse(outgoingWords, whyNotCall(URL.parse(draft.endpoint), networks))
      return inTransaction(async (work) => {
        const writer = await browserWriter(work, actor.accountId)
        const { count, own } = await writer.others(draft.endpoint)
        refuse(browserWords, whyNotRing(draft, count))
        if (!isPoint(draft.p256dh)) refuse(browserWords, no('keys-wrong'))
        const device = deviceOf(headers.get('user-agent') ?? '')
        const { product, organisationId } =
          actor.kind === 'member' ? actor : ({ product: 'driver', organisationId: null } as const)
        const browser = { ...draft, organisationId, product, serverKey: publicKey, device }
        const id = await writer.ring(browser, sessionToken)
        // that it is still there is no news
        if (!own)
          await work.record({
            subjectId: actor.accountId,
            kind: 'browser-rings',
            detail: { email: actor.email, device },
          })
        return { id }
      })
    },

    remove: ({ actor, inTransaction }, { id }) =>
      inTransaction(async (work) => {
        const device = await (await browserWriter(work, actor.accountId)).remove(id)
        if (device === null) throw notFound()
        await work.record({
          subjectId: actor.accountId,
          kind: 'browser-removed',
          detail: { email: actor.email, device },
        })
        return {}
      }),
  }
}
