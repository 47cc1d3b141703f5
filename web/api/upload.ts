import type { InputOf, OutputOf, Route } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { uploadWords } from '#domain/basics/uploading.ts'
import { addressOf, answerOf, Refused } from './client.ts'

export type Progress = { sent: number; total: number }

/** The person stopped it. */
class Cancelled extends Error {}

type UploadOptions = { onProgress: (progress: Progress) => void; signal: AbortSignal }

/** Sends a file to a route that takes one. Not with fetch, which cannot say how far it has come. */
export async function upload<R extends Route>(
  route: R,
  input: InputOf<R>,
  file: File,
  options: UploadOptions,
): Promise<OutputOf<R>> {
  const { status, text } = await send(route.method, addressOf(route, input), file, options)
  const response = new Response(text, { status })
  if (!response.ok) throw new Refused(status, await answerOf(response))
  return route.output.parse(await response.json()) as OutputOf<R>
}

function send(method: string, address: string, file: File, { onProgress, signal }: UploadOptions) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(method, address)
    sending.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total })
    sending.onload = () => resolve({ status: sending.status, text: sending.responseText })
    sending.onerror = () => reject(new TypeError('the upload was not answered'))
    sending.onabort = () => reject(new Cancelled())
    signal.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(file)
  })
}

/** §8: the three texts; a refusal with words of its own keeps them. */
export function uploadFailure(error: unknown): Wording {
  if (error instanceof Cancelled) return uploadWords.cancelled
  if (!(error instanceof Refused) || error.status >= 500) return uploadWords.unknown
  if (error.status === 401 || error.status === 403) return uploadWords.forbidden
  return error.status === 413 ? say(uploadWords, { code: 'too-large' }) : error.answer
}
