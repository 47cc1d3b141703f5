import type { Model } from '../walking.ts'
import { actFrom, asked, type People, told, wishFrom } from './acts.ts'
import { type Act, type Life, raised, type Wish } from './life.ts'
import { happens } from './model.ts'
import { type Seen, seenOf } from './views.ts'

export type Orders = {
  people: People
  wish: Wish
  life: Life
  act: Act
  /** And kind and recipient of what was sent about it. */
  seen: Seen & { messages: string[] }
}

/** From what a hospital asks for to the bill. */
export const orders: Model<Orders> = {
  name: 'Order',
  wish: wishFrom,
  begins: raised,
  tellsWish: asked,
  act: actFrom,
  tells: told,
  happens,
  seen: (life, now) => ({ ...seenOf(life, now), messages: life.messages.toSorted() }),
  isForAll: ({ kind }) => kind === 'sweep' || kind === 'bill' || kind === 'four eyes',
  comes: (wait, draw) => (wait > 0 && draw(2) === 0 ? [{ kind: 'sweep' }] : []),
}
