import { aHouse } from './access/house.ts'
import { tellFault } from './access/judging.ts'
import { askRightly, isSlow, type Pair, pairs, tellsWho } from './access/ways.ts'
import { routes } from './access/who-may.ts'
import { figure } from './figure.ts'

const callersOf = routes.map(({ name }) => pairs.filter((pair) => pair.name === name))
const most = Math.max(...callersOf.map(({ length }) => length))
/** First one caller of every route, then the next of those that have more; programs come last. */
const inTurn = Array.from({ length: most }, (_, turn) => callersOf.flatMap((all) => all[turn] ?? [])).flat()
const quick = inTurn.filter((pair) => !isSlow(pair))
const slow = inTurn.filter(isSlow)

figure<{ inputs: number; slow: number }>({
  id: 'F06',
  promise: 'right data refused, and wrong data accepted',
  target: '20,000 right ones over all routes: all taken; of wrong ones F05 counts those that are taken: none',
  small: { inputs: 90, slow: 0 },
  full: { parts: 20, size: { inputs: 1_000, slow: 20 }, minutes: 4 },
  async part(size, part) {
    const house = await aHouse(1_000 + part)
    const tally = { inputs: 0, refused: 0 }
    async function askOne(pair: Pair): Promise<void> {
      const { sent, answer } = await askRightly(house, pair)
      tally.inputs++
      if (answer.status < 300) return
      tally.refused++
      const what = `${pair.name} as ${tellsWho(pair)}: ${sent.path} ${String(sent.body).slice(0, 300)}`
      tellFault(what, `${answer.status} ${answer.text.slice(0, 300)}`)
    }
    try {
      const drawn = [...some(quick, size.inputs - size.slow, part), ...some(slow, size.slow, part)]
      // one after the other: two counts of one shelf at once are no right input
      for (const [at, pair] of drawn.entries()) {
        await askOne(pair)
        if (at % 20 === 0) await house.forgetLimits()
      }
    } finally {
      await house.close()
    }
    return tally
  },
  whyMissed({ inputs = 0, refused }, size) {
    if (refused) return `${refused} right ones were refused`
    return inputs < (size === 'full' ? 20_000 : 90) ? `only ${inputs} inputs` : null
  },
  say: ({ inputs, refused }) => `${inputs} right ones, ${refused} refused`,
})

/** So many of them, each as often as the others; another part begins with others. */
const some = (all: readonly Pair[], count: number, part: number): Pair[] =>
  Array.from({ length: count }, (_, at) => all[(at + part * count) % all.length] as Pair)
