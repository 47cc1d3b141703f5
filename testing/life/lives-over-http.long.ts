import { test } from 'vitest'
import { drawingThreads } from '#server/documents/drawing.ts'
import { closeLater } from '../harness/closing.ts'
import { aService } from '../harness/service.ts'
import { worldsOverHttp } from './by-http.ts'
import { walkAll } from './plans.ts'

test('1,000 lives of orders over HTTP, ten at a time: everybody sees and gets what the model says, and nothing of others', async () => {
  const drawing = drawingThreads()
  const service = await aService({ settings: { ROLE: 'web' }, drawing })
  closeLater(() => drawing.close())
  await walkAll(worldsOverHttp(service, drawing), {
    worlds: 100,
    orders: 10,
    rounds: { minLength: 8, maxLength: 16 },
  })
})
