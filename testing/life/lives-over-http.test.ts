import { test } from 'vitest'
import { type Drawing, drawingThreads } from '#server/documents/drawing.ts'
import { closeLater } from '../harness/closing.ts'
import { aService } from '../harness/service.ts'
import { isLong, sized } from '../harness/size.ts'
import { aPdf } from '../makers/pictures.ts'
import { worldsOverHttp } from './by-http.ts'
import { walkAll } from './plans.ts'

/** Whose an invoice is matters here, not what is on it; the long tier has them drawn. */
const nothingDrawn: Drawing = {
  run: async (name) => (name === 'look' ? null : aPdf()) as never,
  close: async () => undefined,
}

const worlds = sized(3, 60)

test(`AMB-211 AMB-212 AMB-213 AMB-214 AMB-215 ${worlds}0 lives of orders over HTTP, ten at a time: everybody sees and gets what the model says, and nothing of others`, {
  timeout: sized(4, 30) * 60_000,
}, async () => {
  const drawing = isLong ? drawingThreads() : nothingDrawn
  const service = await aService({ settings: { ROLE: 'web' }, drawing })
  closeLater(() => drawing.close())
  await walkAll(worldsOverHttp(service, drawing), {
    worlds,
    orders: 10,
    rounds: sized({ minLength: 5, maxLength: 10 }, { minLength: 8, maxLength: 16 }),
  })
})
