import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse'
import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { cutLine, mostRows } from '#domain/basics/sheet.ts'
import { BloodRequest } from '#domain/requests/request.ts'
import { inSql } from '#server/db/as-json.ts'
import { startServerProcess } from '#testing/harness/server-process.ts'
import { aRow, storeRows } from '#testing/makers/listed-requests.ts'
import { aStaffedHospital } from '#testing/makers/makers.ts'

const more = 700
/** Little more than the service takes by itself: the rows of a file, if they were kept, would end it. */
const heapMiB = 80
const peakMiB = (pid: number, of: 'VmRSS' | 'VmHWM'): number =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${of}:\\s+(\\d+)`))?.[1] ?? 0) / 1_024

test('AMB-335 100,000 rows leave in memory that does not grow with them, others are served meanwhile, and the last line says where it was cut', async () => {
  const house = await startServerProcess({
    settings: { ROLE: 'web', NODE_OPTIONS: `--max-old-space-size=${heapMiB}` },
  })
  const { hospital, admin } = await aStaffedHospital(house.db)
  const row = aRow(hospital.id, new Date(), { status: 'issued' })
  await storeRows(house.db, [row])
  const keys = Object.keys(BloodRequest.shape).map(inSql)
  const told: Record<string, string> = {
    id: "lpad(to_hex(n), 8, '0')",
    raised_at: "one.raised_at - n * interval '1 second'",
  }
  const columns = sql.raw(keys.join(', '))
  const values = sql.raw(keys.map((key) => told[key] ?? `one.${key}`).join(', '))
  const all = mostRows + more - 1
  for (let from = 1; from <= all; from += 5_000)
    await sql`insert into requests (${columns}) select ${values}
      from requests as one, generate_series(${from}::int, ${Math.min(all, from + 4_999)}::int) n
      where one.id = ${row.id}`.execute(house.owner)
  await sql`analyze requests`.execute(house.owner)
  const client = house.as(admin)
  const cookie = await client.cookies()
  const figures: string[] = []

  for (const as of ['csv', 'xlsx'] as const) {
    const before = peakMiB(house.pid, 'VmRSS')
    let highest = before
    let isRunning = true
    const waits: number[] = []
    const beside = (async () => {
      while (isRunning) {
        const asked = performance.now()
        await client.raw('GET', '/api/requests')
        waits.push(performance.now() - asked)
        highest = Math.max(highest, peakMiB(house.pid, 'VmRSS'))
        await new Promise((done) => setTimeout(done, 100))
      }
    })()
    const begun = performance.now()
    const response = await fetch(new URL(`/api/sheets/requests?as=${as}`, house.url), { headers: { cookie } })
    expect(response.status).toBe(200)
    const bytes = Buffer.from(await response.arrayBuffer())
    const took = performance.now() - begun
    isRunning = false
    await beside
    const worst = waits.toSorted((a, b) => b - a)[Math.floor(waits.length / 20)] ?? 0
    figures.push(
      `${as}: ${(bytes.length / 2 ** 20).toFixed(1)} MiB in ${(took / 1_000).toFixed(1)} s, ` +
        `${before.toFixed(0)} MiB before, ${highest.toFixed(0)} at the most, others p95 ${worst.toFixed(0)} ms`,
    )
    const ids = as === 'csv' ? await idsInCsv(bytes) : await idsInXlsx(bytes)
    expect(ids.length).toBe(mostRows + 1)
    expect(new Set(ids.slice(0, mostRows)).size).toBe(mostRows)
    expect(ids.at(-1)).toBe(cutLine(mostRows))
    expect(highest - before).toBeLessThan(150)
  }
  process.stderr.write(`${figures.join('\n')}\n`)
  const { items } = await client.done(audit.list, { group: 'download' })
  expect(items.map(({ what }) => what)).toEqual([
    `Download of a list ended, requests as xlsx, ${mostRows} rows, not whole`,
    'Downloaded a list, requests as xlsx, everything',
    `Download of a list ended, requests as csv, ${mostRows} rows, not whole`,
    'Downloaded a list, requests as csv, everything',
  ])

  // whoever stops taking is told of too, and nothing is read for them any more
  const stopping = new AbortController()
  const given = await fetch(new URL('/api/sheets/requests?as=csv', house.url), {
    headers: { cookie },
    signal: stopping.signal,
  })
  await given.body?.getReader().read()
  stopping.abort()
  await expect
    .poll(async () => (await client.done(audit.list, { group: 'download' })).items[0]?.what)
    .toMatch(/^Download of a list ended, requests as csv, \d+ rows, not whole$/)
  await house.close()
})

/** The second cell of each line, which is the id; the first of a line that has one alone. */
async function idsInCsv(bytes: Buffer): Promise<string[]> {
  const ids: string[] = []
  const lines = parse({ bom: true, relax_column_count: true })
  lines.end(bytes)
  for await (const line of lines as AsyncIterable<string[]>) ids.push(line[1] ?? line[0] ?? '')
  return ids.slice(1)
}

async function idsInXlsx(bytes: Buffer): Promise<string[]> {
  const [sheet] = await readXlsx(bytes)
  return (sheet?.data ?? []).slice(1).map((line) => String(line[1] ?? line[0]))
}
