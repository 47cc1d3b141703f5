import { hours, later, wholeMinute } from '#domain/basics/time.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { type House, withHouse } from './house.ts'
import { measureLists } from './lists.ts'
import { type Ask, load, median } from './load.ts'
import { processorSeconds } from './processor.ts'

/*
 * What the product makes of this machine, beside a floor that does the same work with nothing around it. In turn and
 * several times, since a machine has its moods: the ratios count, not the figures.
 */

const isFull = process.argv.includes('--full')
const rounds = isFull ? 3 : 2
const seconds = isFull ? 8 : 3
const requests = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? (isFull ? 100_000 : 10_000))

type Side = { name: string; pid: number; ask: (nth: number) => Ask }
type Figures = { perSecond: number; server: number; postgres: number; p50: number; p99: number }

await withHouse(requests, async (house) => {
  const [app, floor] = [await house.startApp(), await house.startFloor()]
  const [appPid, floorPid] = [app.child.pid ?? 0, floor.child.pid ?? 0]
  const headers = (nth: number) => ({
    cookie: house.nurses[nth % house.nurses.length] ?? '',
    origin: app.url,
  })
  const draft = JSON.stringify(aDraft(new Date(), { pickupAt: later(wholeMinute(new Date()), hours(1)) }))

  await compare(house, 'list, 20 rows', [
    { name: 'floor', pid: floorPid, ask: () => ({ url: `${floor.url}/list` }) },
    {
      name: 'product',
      pid: appPid,
      ask: (nth) => ({ url: `${app.url}/api/requests?limit=20`, headers: headers(nth) }),
    },
  ])
  await compare(house, 'raise', [
    { name: 'floor', pid: floorPid, ask: () => ({ method: 'POST', url: `${floor.url}/raise`, body: draft }) },
    {
      name: 'product',
      pid: appPid,
      ask: (nth) => ({
        method: 'POST',
        url: `${app.url}/api/requests`,
        headers: { ...headers(nth), 'idempotency-key': crypto.randomUUID() },
        body: draft,
      }),
    },
  ])
})

if (isFull) await measureLists([10_000, 100_000, 1_000_000], 4)

async function compare(house: House, work: string, sides: readonly [Side, Side]): Promise<void> {
  const figures = new Map<string, Figures[]>(sides.map(({ name }) => [name, []]))
  // unmeasured first: both are compiled and their connections made
  for (const { ask } of sides) await load(ask, { seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    for (const { name, pid, ask } of sides) {
      const before = [processorSeconds(pid), processorSeconds(house.postgresPid)] as const
      const { perSecond, p50, p99, calls } = await load(ask, { seconds })
      const spent = (now: number, then: number) => (1000 * (now - then)) / calls
      figures.get(name)?.push({
        perSecond,
        p50,
        p99,
        server: spent(processorSeconds(pid), before[0]),
        postgres: spent(processorSeconds(house.postgresPid), before[1]),
      })
    }
  }
  const middle = (name: string, of: keyof Figures) => median((figures.get(name) ?? []).map((one) => one[of]))
  for (const { name } of sides) {
    console.log(
      `${work.padEnd(16)} ${name.padEnd(8)} ${middle(name, 'perSecond').toFixed(0).padStart(6)}/s` +
        `  server ${middle(name, 'server').toFixed(2)} ms  PostgreSQL ${middle(name, 'postgres').toFixed(2)} ms` +
        `  p50 ${middle(name, 'p50').toFixed(1)}  p99 ${middle(name, 'p99').toFixed(1)} ms`,
    )
  }
  console.log(
    `${work.padEnd(16)} ratio    ${(middle('product', 'perSecond') / middle('floor', 'perSecond')).toFixed(2)}`,
  )
}
