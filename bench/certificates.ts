import { aDonorForm } from '#server/demo/makers/donors.ts'
import { withHouse } from './house.ts'
import { percentiles } from './load.ts'
import { residentMb } from './processor.ts'

/** So many certificates asked for at once: how long others wait for a list, and another bank for one of its own. */
const count = Number(process.argv[2] ?? 40)

await withHouse(1_000, async (house) => {
  const { db } = house
  const app = await house.startApp()
  const forms = []
  for (let number = 0; number < count; number++) {
    forms.push(await aDonorForm(db, { status: 'complete', language: number % 2 === 0 ? 'en' : 'ta' }))
  }
  const [bank, other, hospital] = [
    house.as(app, 'redbank_bloodbank'),
    house.as(app, 'bluebank_bloodbank'),
    house.as(app, 'firm'),
  ]
  await hospital.raw('GET', '/api/requests/pending')
  const memory = () => `${residentMb(app.child.pid ?? 0).toFixed(0)} MiB`
  const timed = async (ask: () => Promise<unknown>) => {
    const at = performance.now()
    await ask()
    return performance.now() - at
  }
  console.log(`idle: ${memory()}`)
  for (const round of ['first', 'second']) {
    const { id: theirs } = await aDonorForm(db, { bankId: 'bluebank', status: 'complete' })
    const begin = performance.now()
    let isDone = false
    const asked = Promise.all(
      forms.map(async ({ id }) => (await bank.raw('GET', `/api/donor-forms/${id}/certificate`)).status),
    ).finally(() => {
      isDone = true
    })
    const otherBank = timed(() => other.raw('GET', `/api/donor-forms/${theirs}/certificate`))
    const waits: number[] = []
    do {
      waits.push(await timed(() => hospital.raw('GET', '/api/requests/pending')))
      await new Promise((resolve) => setTimeout(resolve, 20))
    } while (!isDone)
    const statuses = await asked
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    const { p50, p99 } = percentiles(waits)
    console.log(
      `${round} time: ${statuses.filter((status) => status === 200).length} of ${count} certificates in ${seconds} s; ` +
        `that of another bank in ${(await otherBank).toFixed(0)} ms; ` +
        `a list meanwhile p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, worst ${Math.max(...waits).toFixed(0)} ms (${waits.length} calls); ${memory()}`,
    )
  }
})
