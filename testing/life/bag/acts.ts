import { type Draw, pick } from '../dice.ts'
import { type Act, groups, type Life } from './life.ts'

/** Something to do, mostly what fits the shelf as it is. */
export function actFrom(life: Life, draw: Draw): Act {
  const bag = draw(Math.max(1, life.bags.length))
  const order = draw(2)
  const held = life.bags.flatMap(({ hold: one }, at) => (one?.order === order ? [at] : []))
  const dice = life.bags.length < 3 ? draw(6) : draw(28)
  if (dice < 3 && life.bags.length < 7) {
    const group = draw(3) === 0 ? pick(groups, draw) : pick(life.asked, draw)
    return { kind: 'take in', group, lives: draw(12) === 0 ? -60 : 60 + draw(2 * 1440) }
  }
  if (dice === 3) return { kind: 'test', bag, isReactive: draw(8) === 0 }
  const waiting = life.bags.findIndex(({ state }) => state === 'quarantine')
  if (dice < 6) {
    const at = waiting === -1 ? bag : waiting
    return { kind: 'test', bag: at, isReactive: false }
  }
  if (dice < 9) return { kind: 'sample', order, isLabelled: draw(6) > 0, isGroup: draw(6) > 0 }
  const free = life.bags.findIndex(({ state }) => state === 'available')
  if (dice < 13) return { kind: 'hold', bag: free === -1 ? bag : free, order, isEmergency: draw(5) === 0 }
  if (dice < 16) return { kind: 'match', bag: held[0] ?? bag, order, isCompatible: draw(4) > 0 }
  if (dice < 21) {
    const count = 1 + draw(2)
    return {
      kind: 'issue',
      bags: draw(6) === 0 ? [bag, draw(7)] : held.slice(0, count),
      order,
      isEmergency: draw(4) === 0,
      isInspected: draw(10) > 0,
      isChecked: draw(10) > 0,
    }
  }
  if (dice === 21) return { kind: 'sweep' }
  if (dice === 22) return { kind: 'cancel', order }
  if (dice === 23) return { kind: 'discard', bag }
  if (dice === 24) return { kind: 'let go', bag: held[0] ?? bag, order }
  const gone = life.bags.flatMap(({ left }, at) => (left ? [at] : []))
  const out = gone[draw(Math.max(1, gone.length))]
  if (out === undefined) return { kind: 'sample', order, isLabelled: true, isGroup: true }
  const isOwed = life.bags[out]?.left?.isOwed
  switch (draw(4)) {
    case 0:
      return { kind: 'send back', bag: draw(6) === 0 ? bag : out }
    case 1:
      return { kind: 'test', bag: out, isReactive: true }
    case 2:
      return { kind: 'discard', bag: out }
    default:
      return isOwed
        ? {
            kind: 'match',
            bag: out,
            order: life.bags[out]?.left?.order ?? order,
            isCompatible: draw(2) === 0,
          }
        : { kind: 'sample', order, isLabelled: true, isGroup: true }
  }
}
