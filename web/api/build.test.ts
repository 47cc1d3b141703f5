import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { route } from '#contract/route.ts'
import { reloadForLostParts, watchBuild } from './build.ts'
import { call } from './client.ts'

const look = route({
  ...{ method: 'GET', path: '/api/looks', summary: '', who: 'anyone' },
  input: z.strictObject({}),
  output: z.object({ kind: z.enum(['known']) }),
})

let build = 'first'
let kind = 'known'
let stop: () => void = () => undefined
const reload = vi.fn()
const kept = new Map<string, string>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('buildId') ? { buildID: build } : { kind }),
  )
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('X26 a page that cannot read an answer looks at once whether another version gave it, and not again and again', async () => {
  stop = watchBuild(reload)
  await vi.advanceTimersByTimeAsync(1)
  await call(look, {})
  kind = 'of tomorrow'
  // the same build: something else is wrong, and nothing would be mended by it
  await expect(call(look, {})).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(61_000)
  expect(reload).not.toHaveBeenCalled()
  build = 'next'
  await expect(call(look, {})).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
  await expect(call(look, {})).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('F30 a page that lost a part reloads once a minute, and also when the clock was set back since', () => {
  kept.clear()
  const reloading = vi.fn()
  let lose: () => void = () => undefined
  vi.stubGlobal('addEventListener', (_: string, heard: () => void) => {
    lose = heard
  })
  vi.stubGlobal('location', { reload: reloading })
  reloadForLostParts()
  lose()
  lose()
  expect(reloading).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() - 26 * 3_600_000)
  lose()
  expect(reloading).toHaveBeenCalledTimes(2)
})
