import { hours, later, wholeMinute } from '#domain/basics/time.ts'
import { aDraft } from '#testing/makers/makers.ts'
import { compare, type Side } from './compare.ts'
import { type House, withHouse } from './house.ts'
import { invoices } from './invoices.ts'
import { measureLists } from './lists.ts'
import { measureLive } from './live.ts'
import { measureMessages } from './messages.ts'
import { starting } from './start.ts'
import { keepResults, tell } from './telling.ts'

/*
 * What the product makes of this machine, beside a floor that does the same work with nothing around it. Quick unless
 * told `--full`, which takes a quarter of an hour and writes `results.md`.
 */

const isFull = process.argv.includes('--full')
const size = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? (isFull ? 100_000 : 10_000))
const patience = isFull ? { rounds: 3, seconds: 8 } : { rounds: 2, seconds: 3 }

await withHouse(size, async (house) => {
  tell(`${size.toLocaleString('en-IN')} requests, 16 connections`)
  await callsBesideFloor(house)
  if (isFull) await inTwoProcesses(house)
})
await withHouse(10_000, (house) => measureLive(house, isFull))
await withHouse(10_000, async (house) => {
  const { perSecond, server, postgres, quietMs } = await measureMessages(house)
  tell(
    `messages ${perSecond.toFixed(0)}/s  server ${server.toFixed(2)} ms  PostgreSQL ${postgres.toFixed(2)} ms  when quiet ${quietMs.toFixed(0)} ms after the raise`,
  )
})
await withHouse(1_000, async (house) => tell(`invoices ${inWords(await invoices(house, isFull ? 300 : 60))}`))
await withHouse(1_000, async (house) => tell(`start ${inWords(await starting(house))}`))
if (isFull) {
  await measureLists([10_000, 100_000, 1_000_000], 4)
  keepResults()
}

async function callsBesideFloor(house: House): Promise<void> {
  const [app, floor] = [await house.startApp(), await house.startFloor()]
  const pids = [floor.child.pid ?? 0]
  await compare(
    house,
    'list, 20 rows',
    [{ name: 'floor', pids, ask: () => ({ url: `${floor.url}/list` }) }, listing(house, 'product', [app])],
    patience,
  )
  await compare(
    house,
    'raise',
    [
      { name: 'floor', pids, ask: () => ({ method: 'POST', url: `${floor.url}/raise`, body: draft() }) },
      raising(house, 'product', [app]),
    ],
    patience,
  )
  await app.signal('SIGTERM')
}

async function inTwoProcesses(house: House): Promise<void> {
  const one = [await house.startApp()]
  const two = [await house.startApp({ ROLE: 'web' }), await house.startApp({ ROLE: 'web' })]
  const worker = await house.startApp({ ROLE: 'worker' })
  const sides = (of: typeof listing) => [of(house, 'one process', one), of(house, 'two web', two)]
  await compare(house, 'list, 20 rows', sides(listing), patience)
  await compare(house, 'raise', sides(raising), patience)
  for (const app of [...one, ...two, worker]) await app.signal('SIGTERM')
}

type Apps = readonly Awaited<ReturnType<House['startApp']>>[]

function listing(house: House, name: string, apps: Apps): Side {
  return asking(house, name, apps, (url) => ({ url: `${url}/api/requests?limit=20` }))
}

function raising(house: House, name: string, apps: Apps): Side {
  return asking(house, name, apps, (url) => ({
    method: 'POST',
    url: `${url}/api/requests`,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: draft(),
  }))
}

function asking(house: House, name: string, apps: Apps, ask: (url: string) => ReturnType<Side['ask']>): Side {
  return {
    name,
    pids: apps.map(({ child }) => child.pid ?? 0),
    ask(nth) {
      const url = apps[nth % apps.length]?.url ?? ''
      const { headers, ...asked } = ask(url)
      const cookie = house.nurses[nth % house.nurses.length] ?? ''
      return { ...asked, headers: { ...headers, cookie, origin: url } }
    },
  }
}

function draft(): string {
  const now = new Date()
  return JSON.stringify(aDraft(now, { pickupAt: later(wholeMinute(now), hours(1)) }))
}

function inWords(figures: Record<string, number>): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure.toFixed(0)}`)
    .join(', ')
}
