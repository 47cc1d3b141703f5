import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pictures } from '#contract/pictures.ts'
import { uploadWords } from '#domain/basics/uploading.ts'
import { upload, uploadFailure } from './upload.ts'

type Answer = { status: number; json: object; retryAfter?: string }

/** What the server says to one try after the other; the last again and again. */
let answers: Answer[] = []
let tries = 0

class Sending {
  status = 0
  responseText = ''
  upload = {}
  onload = () => undefined
  onabort = () => undefined
  open() {}
  abort() {
    this.onabort()
  }
  getResponseHeader = () => this.answer?.retryAfter ?? null
  answer: Answer | undefined
  send() {
    this.answer = answers[Math.min(tries++, answers.length - 1)]
    this.status = this.answer?.status ?? 0
    this.responseText = JSON.stringify(this.answer?.json)
    queueMicrotask(this.onload)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('XMLHttpRequest', Sending)
  tries = 0
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const kept = {
  status: 200,
  json: { seq: 1, aside: 0, state: 'InTransit', name: 'Bag', bytes: 1, takenAt: new Date(), takenBy: 'x' },
}
const full = {
  status: 503,
  json: { code: 'uploads-full', ...uploadWords['uploads-full'] },
  retryAfter: '10',
}

function send() {
  const stop = new AbortController()
  const input = { id: '0a1b2c3d', state: 'InTransit', name: 'Bag', fileName: 'bag.jpg' } as const
  const options = { onProgress: () => undefined, signal: stop.signal }
  const words = upload(pictures.upload, input, new File(['x'], 'bag.jpg'), options).then(
    () => null,
    (error) => uploadFailure(error).text,
  )
  return { words, stop }
}

test('X24 a file for which there is no room is sent again when the server said, not before', async () => {
  answers = [full, { ...full, retryAfter: '2' }, kept]
  const { words } = send()
  await vi.advanceTimersByTimeAsync(9_900)
  expect(tries).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(tries).toBe(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await words).toBeNull()
})

test('X24 who waits for room may stop it, and whoever waits in vain is told so', async () => {
  answers = [full]
  const stopped = send()
  await vi.advanceTimersByTimeAsync(1_000)
  stopped.stop.abort()
  expect(await stopped.words).toBe('User canceled the upload')
  const { words } = send()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await words).toBe('Too many files are being sent at the moment. Please try again in a minute.')
})

test('X24 what may have been done is not sent again by itself', async () => {
  answers = [{ status: 503, json: { code: 'unavailable', title: 'x', text: 'x' }, retryAfter: '2' }, kept]
  expect(await send().words).toBe('Unknown error occurred, contact admin')
  expect(tries).toBe(1)
})
