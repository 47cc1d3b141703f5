import { test } from 'vitest'
import type { Drawing } from '#server/documents/drawing.ts'
import { aService } from '../harness/service.ts'
import { aPdf } from '../makers/pictures.ts'
import { worldsOverHttp } from './by-http.ts'
import { walkAll } from './plans.ts'

/** Whose an invoice is matters here, not what is on it; the long tier has them drawn. */
const drawing: Drawing = {
  run: async (name) => (name === 'look' ? null : aPdf()) as never,
  close: async () => undefined,
}

test('AMB-211 AMB-212 AMB-213 AMB-214 AMB-215 100 lives of orders over HTTP, ten at a time: everybody sees and gets what the model says, and nothing of others', async () => {
  const service = await aService({ settings: { ROLE: 'web' }, drawing })
  await walkAll(worldsOverHttp(service, drawing), {
    worlds: 10,
    orders: 10,
    rounds: { minLength: 5, maxLength: 10 },
  })
}, 240_000)
