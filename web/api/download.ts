import type { InputOf, Route } from '#contract/route.ts'
import { addressOf, answerOf, Refused } from './client.ts'

/** Gets the file of a route that gives one, and hands it to the browser to be saved under the name the server gave. */
export async function download<R extends Route>(route: R, input: InputOf<R>): Promise<void> {
  const response = await fetch(addressOf(route, input))
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
