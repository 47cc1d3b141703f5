import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { orders } from '#contract/orders.ts'
import { aRequest } from '#testing/makers/makers.ts'
import { thePrices } from '#testing/makers/prices.ts'
import { withService } from './bench-service.ts'

/** So many orders completed at once: until each has its number and both its files. */
const count = Number(process.argv[2] ?? 1_000)

await withService(async ({ db, folder, as }) => {
  await thePrices(db)
  const delivered = []
  for (let number = 0; number < count; number++) {
    delivered.push(await aRequest(db, { status: 'delivery-completed', units: 7 }))
  }
  const provider = as('bloodsupport')
  await provider.cookies()
  const begin = performance.now()
  const since = () => (performance.now() - begin) / 1000
  await Promise.all(delivered.map(({ id, version }) => provider.done(orders.approveInvoice, { id, version })))
  console.log(`${count} orders completed in ${since().toFixed(1)} s`)
  for (;;) {
    const { left } = await db
      .selectFrom('requests')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .where('bankInvoicePath', 'is', null)
      .executeTakeFirstOrThrow()
    if (left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const seconds = since()
  const numbers = new Set(
    (await db.selectFrom('invoices').select('invoiceId').execute()).map(({ invoiceId }) => invoiceId),
  )
  const files = await readdir(join(folder, 'files', 'content'), { recursive: true })
  console.log(
    `${numbers.size} numbers, ${files.filter((name) => name.endsWith('.pdf')).length} files in ${seconds.toFixed(1)} s: ` +
      `${((2 * count) / seconds).toFixed(0)} documents a second`,
  )
})
