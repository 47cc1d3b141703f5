import { orders } from '#contract/orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { type House, withHouse } from './house.ts'
import { percentiles } from './load.ts'

/** So many orders completed at once, until both invoices of each are drawn; and how long a list takes meanwhile. */
export async function invoices(house: House, count: number): Promise<Record<string, number>> {
  const { db } = house
  await thePrices(db)
  const app = await house.startApp()
  const provider = house.as(app, 'bloodsupport')
  const delivered: { id: string; version: number }[] = []
  for (let nth = 0; nth < count; nth++)
    delivered.push(await aRequest(db, { status: 'delivery-completed', units: 7 }))
  await provider.cookies()
  const begin = performance.now()
  const since = () => (performance.now() - begin) / 1000
  for (const { id, version } of delivered) await provider.done(orders.approveInvoice, { id, version })
  const times: number[] = []
  while ((await left()) > 0) {
    const from = performance.now()
    await fetch(`${app.url}/api/requests?limit=20`, { headers: { cookie: house.nurses[0] ?? '' } }).then(
      (answer) => answer.text(),
    )
    times.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = since()
  await app.signal('SIGTERM')
  return { 'documents a second': (2 * count) / seconds, ...percentiles(times) }

  async function left(): Promise<number> {
    const { count } = await db
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(
        'id',
        'in',
        delivered.map(({ id }) => id),
      )
      .where('bankInvoicePath', 'is', null)
      .executeTakeFirstOrThrow()
    return count
  }
}

if (import.meta.main)
  await withHouse(1_000, async (house) => console.log(await invoices(house, Number(process.argv[2] ?? 200))))
