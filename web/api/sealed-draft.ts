import { hours } from '#domain/basics/time.ts'
import { now, timeIsKnown } from '../server-clock.ts'

/**
 * What was typed into a form and not sent, on this device, for one account: sealed with a key that the server hands to
 * that account's page alone (decision 44). What cannot be opened is dropped without a word.
 */
const begin = 'crossmatch.draft '
const placeOf = (accountId: string): string => `${begin}${accountId}`
export const longestMs = hours(12)
const nonceBytes = 12

type Kept = { until: number; sealed: string }

/** Null where the browser has no cryptography: on a page without TLS nothing is kept. */
export async function keyFrom(base64: string): Promise<CryptoKey | null> {
  if (!globalThis.crypto?.subtle) return null
  return crypto.subtle.importKey('raw', bytesOf(base64), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export const hasDraft = (accountId: string): boolean => keptAt(placeOf(accountId)) !== null

export async function readDraft(accountId: string, key: CryptoKey): Promise<unknown> {
  const kept = keptAt(placeOf(accountId))
  if (!kept) return null
  try {
    const bytes = bytesOf(kept.sealed)
    const [nonce, sealed] = [bytes.slice(0, nonceBytes), bytes.slice(nonceBytes)]
    const opened = await crypto.subtle.decrypt(wayOf(nonce, accountId, kept.until), key, sealed)
    return JSON.parse(new TextDecoder().decode(opened))
  } catch {
    forgetDraft(accountId)
    return null
  }
}

/** Unless it was stopped meanwhile: something newer was typed, or somebody signed out. */
export async function keepDraft(
  accountId: string,
  key: CryptoKey,
  draft: unknown,
  stopped: AbortSignal,
): Promise<void> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const until = now().getTime() + longestMs
  const text = new TextEncoder().encode(JSON.stringify(draft))
  const sealed = new Uint8Array(await crypto.subtle.encrypt(wayOf(nonce, accountId, until), key, text))
  if (stopped.aborted) return
  try {
    const kept: Kept = { until, sealed: base64Of([...nonce, ...sealed]) }
    localStorage.setItem(placeOf(accountId), JSON.stringify(kept))
  } catch {
    // private windows may have no storage; the draft then lasts as long as the page
  }
}

export const forgetDraft = (accountId: string): void => forgetAt(placeOf(accountId))

/** Whoever left without signing out leaves nothing for longer than its time, if a page of ours is opened again. */
export async function endOldDrafts(): Promise<void> {
  // by a clock that is a day ahead every draft is old
  await timeIsKnown
  try {
    const places = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '')
    for (const place of places.filter((name) => name.startsWith(begin))) keptAt(place)
  } catch {}
}

const news = 'crossmatch.draft'

/** Signed out: here, and in every other tab, where one may still be typed. */
export function endDraft(accountId: string): void {
  forgetDraft(accountId)
  const channel = new BroadcastChannel(news)
  channel.postMessage(accountId)
  channel.close()
}

export function onDraftEnded(accountId: string, act: () => void): () => void {
  const channel = new BroadcastChannel(news)
  channel.onmessage = ({ data }) => {
    if (data === accountId) act()
  }
  return () => channel.close()
}

/** What lies there, if its time is not over; else it is removed. */
function keptAt(place: string): Kept | null {
  try {
    const text = localStorage.getItem(place)
    if (text === null) return null
    const { until, sealed } = JSON.parse(text)
    const leftMs = until - now().getTime()
    if (typeof sealed === 'string' && leftMs > 0 && leftMs <= longestMs) return { until, sealed }
  } catch {}
  forgetAt(place)
  return null
}

function forgetAt(place: string): void {
  try {
    localStorage.removeItem(place)
  } catch {}
}

/** Sealed with it are whose it is and when it ends, so that neither can be changed. */
const wayOf = (iv: Uint8Array<ArrayBuffer>, accountId: string, until: number) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(JSON.stringify([accountId, until])),
})

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const base64Of = (bytes: number[]): string => btoa(String.fromCharCode(...bytes))
