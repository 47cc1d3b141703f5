import type { InputOf, OutputOf, Route } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { uploadWords } from '#domain/basics/uploading.ts'
import { addressOf, answerOf, Refused, saysFor } from './client.ts'

export type Progress = { sent: number; total: number }

/** The person stopped it. */
class Cancelled extends Error {}

export type UploadOptions = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/** The server refused it for lack of room and stored nothing: the same upload may succeed later. */
const isNoRoom = (error: unknown): error is Refused =>
  error instanceof Refused && ['own-uploads-full', 'uploads-full', 'too-busy'].includes(error.answer.code)
const mostTries = 4

/** Sends a file to a route that takes one; where there is no room yet, again after as long as the server says. */
export async function upload<R extends Route>(
  route: R,
  input: InputOf<R>,
  file: File,
  options: UploadOptions,
): Promise<OutputOf<R>> {
  for (let tries = 1; ; tries++) {
    try {
      return await uploadOnce(route, input, file, options)
    } catch (error) {
      if (tries === mostTries || !isNoRoom(error) || error.retryAfter === null) throw error
      await pause(error.retryAfter * 1_000, options.signal)
    }
  }
}

async function uploadOnce<R extends Route>(
  route: R,
  input: InputOf<R>,
  file: File,
  options: UploadOptions,
): Promise<OutputOf<R>> {
  const { status, text, retryAfter } = await send(route.method, addressOf(route, input), file, options)
  const response = new Response(text, { status })
  if (!response.ok) throw new Refused(status, await answerOf(response), retryAfter)
  return route.output.parse(await response.json()) as OutputOf<R>
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(new Cancelled())
    }
    signal.addEventListener('abort', stop, { once: true })
  })

type Sent = { status: number; text: string; retryAfter: string | null }

/** XMLHttpRequest, because fetch reports no upload progress. */
function send(method: string, address: string, file: File, { onProgress, signal }: UploadOptions) {
  return new Promise<Sent>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(method, address)
    for (const [name, value] of Object.entries(saysFor())) sending.setRequestHeader(name, value)
    sending.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    sending.onload = () => {
      const retryAfter = sending.getResponseHeader('retry-after')
      resolve({ status: sending.status, text: sending.responseText, retryAfter })
    }
    sending.onerror = () => reject(new TypeError('the upload was not answered'))
    sending.onabort = () => reject(new Cancelled())
    signal.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(file)
  })
}

/** §8: the three texts; a refusal with words of its own keeps them. */
export function uploadFailure(error: unknown): Wording {
  if (error instanceof Cancelled) return uploadWords.cancelled
  if (isNoRoom(error)) return error.answer
  if (!(error instanceof Refused) || error.status >= 500) return uploadWords.unknown
  if (error.status === 401 || error.status === 403) return uploadWords.forbidden
  return error.status === 413 ? say(uploadWords, { code: 'too-large' }) : error.answer
}
