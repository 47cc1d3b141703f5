import { test } from 'vitest'
import { drawingThreads } from '#server/documents/drawing.ts'
import { closeLater } from '../harness/closing.ts'
import { aService } from '../harness/service.ts'
import { isLong, sized } from '../harness/size.ts'
import { accountsOverHttp } from './account/by-http.ts'
import { accounts } from './account/model.ts'
import { bagsOverHttp } from './bag/by-http.ts'
import { bags } from './bag/model.ts'
import { donorsOverHttp } from './donor/by-http.ts'
import { donors } from './donor/model.ts'
import { nothingDrawn } from './drawn.ts'
import { filesOverHttp } from './file/by-http.ts'
import { files } from './file/model.ts'
import { ordersOverHttp } from './order/by-http.ts'
import { orders } from './order/kind.ts'
import { type Size, walkAll } from './plans.ts'
import { stockOverHttp } from './stock/by-http.ts'
import { stock } from './stock/model.ts'

const worlds = sized(3, 60)
const timeout = sized(4, 30) * 60_000

test(`AMB-211 AMB-212 AMB-213 AMB-214 AMB-215 AMB-242 AMB-294 AMB-295 AMB-296 ${worlds}0 lives of orders over HTTP, ten at a time: everybody sees and gets what the model says, and nothing of others`, {
  timeout,
}, async () => {
  const drawing = isLong ? drawingThreads() : nothingDrawn
  const service = await aService({ settings: { ROLE: 'web' }, drawing })
  closeLater(() => drawing.close())
  await walkAll(orders, ordersOverHttp(service, drawing), {
    worlds,
    lives: 10,
    rounds: sized({ minLength: 5, maxLength: 10 }, { minLength: 8, maxLength: 16 }),
  })
})

/** So many at a time in the long tier, and two in the short one. */
const few = (lives: number): Size => ({
  worlds: sized(1, 8),
  lives: sized(2, lives),
  rounds: sized({ minLength: 4, maxLength: 6 }, { minLength: 12, maxLength: 24 }),
})

test('AMB-147 AMB-210 AMB-215 T25 lives of hospitals and their accounts over HTTP', { timeout }, async () => {
  await walkAll(accounts, accountsOverHttp(await aService({ settings: { ROLE: 'web' } })), few(2))
})

test('AMB-120 AMB-121 AMB-138 AMB-140 AMB-78 AMB-105 lives of stock, of donors and of files over HTTP', {
  timeout,
}, async () => {
  const service = await aService({ settings: { ROLE: 'web' }, drawing: nothingDrawn })
  await walkAll(stock, stockOverHttp(service), few(8))
  await walkAll(donors, donorsOverHttp(service), few(6))
  await walkAll(files, filesOverHttp(service), few(4))
})

/** Longer: a bag is tested, held and matched before it leaves. */
const shelves: Size = {
  worlds: sized(1, 8),
  lives: sized(2, 6),
  rounds: sized({ minLength: 24, maxLength: 24 }, { minLength: 40, maxLength: 80 }),
}

test('AMB-219 AMB-225 AMB-332 AMB-380 lives of shelves with two orders over HTTP, next to each other at one bank', {
  timeout,
}, async () => {
  await walkAll(bags, bagsOverHttp(await aService({ settings: { ROLE: 'web' } })), shelves)
})
