import type { InputOf, Route } from '#contract/route.ts'
import type { Wording } from '#domain/basics/refusal.ts'
import { downloadWords } from '#domain/billing/downloading.ts'
import { addressOf, answerOf, Refused, saysFor } from './client.ts'

/** Gets the file of a route that gives one, and hands it to the browser to be saved under the name the server gave. */
export async function download<R extends Route>(
  route: R,
  input: InputOf<R>,
  signal?: AbortSignal,
): Promise<void> {
  const isRead = route.method === 'GET'
  const response = await fetch(isRead ? addressOf(route, input) : route.path, {
    headers: { ...saysFor(), ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { method: route.method, body: JSON.stringify(input) }),
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw new Refused(response.status, await answerOf(response))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file'
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // not at once: the browser has only begun to save it
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** §8: what to say of an invoice that could not be got. */
export function downloadFailure(error: unknown): Wording {
  if (error instanceof DOMException && error.name === 'AbortError') return downloadWords.cancelled
  if (!(error instanceof Refused) || error.status >= 500) return downloadWords.unknown
  if (error.answer.code === 'not-ready') return downloadWords['not-ready']
  if (error.status === 401 || error.status === 403) return downloadWords['not-permitted']
  return error.status === 404 ? downloadWords['file-missing'] : downloadWords.unknown
}
