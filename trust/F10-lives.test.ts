import { drawingThreads } from '#server/documents/drawing.ts'
import { aService } from '#testing/harness/service.ts'
import { accountsOverHttp } from '#testing/life/account/by-http.ts'
import { accountsByRules } from '#testing/life/account/by-rules.ts'
import { accounts } from '#testing/life/account/model.ts'
import { bagsOverHttp } from '#testing/life/bag/by-http.ts'
import { bagsByRules } from '#testing/life/bag/by-rules.ts'
import { bags } from '#testing/life/bag/model.ts'
import { donorsOverHttp } from '#testing/life/donor/by-http.ts'
import { donorsByRules } from '#testing/life/donor/by-rules.ts'
import { donors } from '#testing/life/donor/model.ts'
import { nothingDrawn } from '#testing/life/drawn.ts'
import { filesOverHttp } from '#testing/life/file/by-http.ts'
import { filesByRules } from '#testing/life/file/by-rules.ts'
import { files } from '#testing/life/file/model.ts'
import { ordersOverHttp } from '#testing/life/order/by-http.ts'
import { ordersByRules } from '#testing/life/order/by-rules.ts'
import { orders } from '#testing/life/order/kind.ts'
import { type Size as Plans, walkAll } from '#testing/life/plans.ts'
import { stockOverHttp } from '#testing/life/stock/by-http.ts'
import { stockByRules } from '#testing/life/stock/by-rules.ts'
import { stock } from '#testing/life/stock/model.ts'
import type { Walked } from '#testing/life/walking.ts'
import { figure } from './figure.ts'
import type { Counts } from './kept.ts'

/** What has a life here, and its share of the commands, in hundredths. */
const kinds = {
  orders: { byRules: 36, overHttp: 35 },
  accounts: { byRules: 18, overHttp: 11 },
  stock: { byRules: 12, overHttp: 15 },
  donors: { byRules: 12, overHttp: 12 },
  files: { byRules: 10, overHttp: 12 },
  bags: { byRules: 12, overHttp: 15 },
} as const
type Kind = keyof typeof kinds
type Way = 'byRules' | 'overHttp'
type Size = Record<Way, number>
type Walks = Record<Kind, Walk>
type Walk = (worlds: number) => Promise<Walked>

figure<Size>({
  id: 'F10',
  promise: 'the life of the house as models say it: orders, accounts, stock, donors, files, bags',
  target: '1,000,000 commands by the rules, 20,000 over HTTP: no difference',
  small: { byRules: 2_000, overHttp: 0 },
  full: { parts: 10, size: { byRules: 100_000, overHttp: 2_000 }, minutes: 5 },
  async part(size) {
    const byRules = await walkedIn('byRules', size.byRules, rulesAlone, 100)
    return { ...byRules, ...(size.overHttp > 0 ? await walkedOverHttp(size.overHttp) : {}) }
  },
  whyMissed(seen, size) {
    const wanted =
      size === 'full' ? { byRules: 1_000_000, overHttp: 20_000 } : { byRules: 1_000, overHttp: 0 }
    for (const way of ['byRules', 'overHttp'] as const)
      if (inAll(seen, way) < wanted[way]) return `only ${inAll(seen, way)} ${way}`
    // a life in which everything is refused says little
    const idle = namesOf(seen).find((name) => (seen[`${name} done`] ?? 0) < (seen[name] ?? 0) / 5)
    return idle === undefined ? null : `of ${seen[idle]} ${idle} only ${seen[`${idle} done`]} were done`
  },
  say: (seen) => `${told(seen, 'byRules')} by the rules, ${told(seen, 'overHttp')} over HTTP, no difference`,
})

const short = { lives: 1, rounds: { minLength: 1, maxLength: 24 } }
/** A bag is tested, held and matched before it can be issued. */
const longer = { lives: 1, rounds: { minLength: 40, maxLength: 120 } }
const rulesAlone: Walks = {
  orders: (worlds) => walkAll(orders, ordersByRules, { ...short, worlds }),
  accounts: (worlds) => walkAll(accounts, accountsByRules, { ...short, worlds }),
  stock: (worlds) => walkAll(stock, stockByRules, { ...short, worlds }),
  donors: (worlds) => walkAll(donors, donorsByRules, { ...short, worlds }),
  files: (worlds) => walkAll(files, filesByRules, { ...short, worlds }),
  bags: (worlds) => walkAll(bags, bagsByRules, { ...longer, worlds: Math.ceil(worlds / 10) }),
}

async function walkedOverHttp(commands: number): Promise<Counts> {
  const drawing = drawingThreads()
  const [service, quick] = [
    await aService({ settings: { ROLE: 'web' }, drawing }),
    await aService({ settings: { ROLE: 'web' }, drawing: nothingDrawn }),
  ]
  const long = (worlds: number, lives: number): Plans => ({
    ...{ worlds, lives },
    rounds: { minLength: 8, maxLength: 24 },
  })
  const counts = await walkedIn(
    'overHttp',
    commands,
    {
      orders: (worlds) => walkAll(orders, ordersOverHttp(service, drawing), long(worlds, 10)),
      accounts: (worlds) => walkAll(accounts, accountsOverHttp(quick), long(worlds, 2)),
      stock: (worlds) => walkAll(stock, stockOverHttp(quick), long(worlds, 8)),
      donors: (worlds) => walkAll(donors, donorsOverHttp(quick), long(worlds, 6)),
      files: (worlds) => walkAll(files, filesOverHttp(quick), long(worlds, 6)),
      bags: (worlds) => walkAll(bags, bagsOverHttp(quick), { ...longer, worlds, lives: 6 }),
    },
    1,
  )
  await Promise.all([service.close(), quick.close()])
  await drawing.close()
  return counts
}

/** Lives differ in length: so many worlds at a time are walked until each kind has its share. */
async function walkedIn(way: Way, commands: number, walks: Walks, atATime: number): Promise<Counts> {
  const counts: Counts = {}
  for (const kind of Object.keys(kinds) as Kind[]) {
    const name = `${kind} ${way}`
    const all = { commands: 0, done: 0 }
    while (all.commands < (commands * kinds[kind][way]) / 100) {
      const { commands: more, done } = await walks[kind](atATime)
      all.commands += more
      all.done += done
    }
    counts[name] = all.commands
    counts[`${name} done`] = all.done
  }
  return counts
}

const namesOf = (seen: Counts, way = ''): string[] =>
  Object.keys(seen).filter((name) => name.endsWith(way) && !name.endsWith(' done'))

const inAll = (seen: Counts, way: Way): number =>
  namesOf(seen, way).reduce((sum, name) => sum + (seen[name] ?? 0), 0)

function told(seen: Counts, way: Way): string {
  const each = namesOf(seen, way).map((name) => `${name.split(' ')[0]} ${seen[name]}`)
  return `${inAll(seen, way)} commands (${each.join(', ')})`
}
