import { createHash } from 'node:crypto'
import webPush from 'web-push'
import type { PushWords } from '#domain/messages/browsers.ts'
import { pushKeptFor } from '#domain/messages/browsers.ts'
import { isMessageKind, messageKinds } from '#domain/messages/kinds.ts'
import { NobodyThere, type PushCarrier, Undeliverable } from '../../db/carrying.ts'
import { NotCalled, type Outgoing } from '../outgoing/outgoing.ts'
import type { PushKeys } from './push-keys.ts'

/** A browser as it gave itself out. */
export type RungBrowser = { endpoint: string; p256dh: string; auth: string; serverKey: string }

/** Those that ring. `find`: null if it rings no more, or its person may not be told any more. */
export type RungBrowsers = {
  find(id: number): Promise<RungBrowser | null>
  remove(id: number): Promise<void>
}

/** Words for a browser that is away or closed, by the push service of whoever made it (RFC 8030, 8291, 8292). */
export function pushBy(parts: {
  keys: PushKeys
  contact: string
  outgoing: Outgoing
  browsers: RungBrowsers
  now: () => Date
}): Exclude<PushCarrier, null> {
  const { keys, contact, outgoing, browsers, now } = parts
  return async (message) => {
    const { browserId, path, kind } = message
    const browser = browserId === null ? null : await browsers.find(browserId)
    if (browser === null || browserId === null) throw new NobodyThere(goneWords)
    // with another secret the server has other keys, and the push service takes nothing from it
    if (browser.serverKey !== keys.publicKey) return gone(browserId)
    const isSafety = isMessageKind(kind) && messageKinds[kind].isSafety
    const age = now().getTime() - message.createdAt.getTime()
    // nobody is rung in the night for what a push service did not take in the morning
    if (message.tries > 0 && age > pushKeptFor(isSafety) * 1_000)
      throw new Undeliverable('the push service did not take it while it was news')
    const { title, words, at, tag }: Omit<PushWords, 'path'> = {
      title: message.subject,
      words: message.body,
      at: message.createdAt,
      tag: message.thread ?? message.once,
    }
    const { headers, body } = encrypted(browser, JSON.stringify({ title, words, path, tag, at }), {
      TTL: pushKeptFor(isSafety),
      urgency: isSafety ? 'high' : 'normal',
      // what has not been fetched is replaced by a newer word about the same
      topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
    })
    const answer = await outgoing({ url: browser.endpoint, headers, body }).catch((error: unknown) => {
      throw error instanceof NotCalled ? new Undeliverable(error.message) : error
    })
    await judge(answer.status, browserId)
  }

  async function judge(status: number, browserId: number): Promise<void> {
    if (status >= 200 && status < 300) return
    if (status === 404 || status === 410) return gone(browserId)
    const words = `the push service answered ${status}`
    if (status === 429 || status >= 500) throw new Error(words)
    throw new Undeliverable(words)
  }

  async function gone(browserId: number): Promise<never> {
    await browsers.remove(browserId)
    throw new NobodyThere(goneWords)
  }

  function encrypted(
    { endpoint, p256dh, auth }: RungBrowser,
    text: string,
    options: { TTL: number; urgency: 'high' | 'normal'; topic: string },
  ) {
    const made = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, options)
    const { origin } = new URL(endpoint)
    const { publicKey, privateKey } = keys
    const { Authorization } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm')
    const headers = Object.entries({ ...made.headers, Authorization })
    return {
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), String(value)])),
      body: made.body ?? Buffer.alloc(0),
    }
  }
}

const goneWords = 'this browser rings no more'

/** Whom a push service may turn to: it takes an https address or a mailbox. */
export function pushContact({ publicUrl, MAIL_FROM }: { publicUrl: string; MAIL_FROM: string }): string {
  if (publicUrl.startsWith('https:')) return publicUrl
  return `mailto:${/<([^<>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim()}`
}
