import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { bagLabels, bags } from '#contract/bags.ts'
import { downtime } from '#contract/downtime.ts'
import { matching } from '#contract/matching.ts'
import { registers } from '#contract/registers.ts'
import type { Route } from '#contract/route.ts'
import { sheets } from '#contract/sheets.ts'
import { slips } from '#contract/slips.ts'
import { dayOf, days, later } from '#domain/basics/time.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { aTestedBag, aTube } from '#testing/makers/benches.ts'
import { aBank, aHospital, anAccount, aRequest, nextNumber } from '#testing/makers/makers.ts'
import { aBagIn, keepBags } from '#testing/makers/shelves.ts'
import { aKeptBag, anIssue } from '#testing/makers/slips.ts'
import { type Answered, sentFor } from '../access/asking.ts'
import type { House } from '../access/house.ts'
import { kinds } from '../access/who-may.ts'
import { doneBy } from '../access/wishes.ts'
import { bare, faultsInPdf } from './hostile-texts-in-files.ts'

/** A hospital and a bank of their own, so that nothing else stands in their files. */
type Place = Awaited<ReturnType<typeof aPlace>>

async function aPlace({ service: { db }, now, ...house }: House, payload: string, nth: number) {
  const name = payload.slice(0, 60)
  // as a spreadsheet would take it for more than a text
  const formula = `${'=+-@'[nth % 4]}${payload}`
  const hospital = await aHospital(db, { name: payload.slice(0, 100), address: payload })
  const bank = await aBank(db, { name: `${name} ${nextNumber()}` })
  await keepBags(db, bank.id)
  const grants = [
    { product: 'pilot', role: 'admin', organisationId: hospital.id },
    { product: 'bloodbank', role: 'admin', organisationId: bank.id },
  ] as const
  const [chief = '', clerk = ''] = await Promise.all(
    grants.map(
      async (grant) => (await anAccount(db, { email: `hostile${nextNumber()}`, name, grant })).email,
    ),
  )
  const wish = {
    ...{ hospitalId: hospital.id, bankId: bank.id, patientName: name, patientId: payload.slice(0, 30) },
    ...{ reason: formula, note: formula, deliveryStatus: formula.toLowerCase() },
  }
  const [open, packed] = [
    await aRequest(db, { ...wish, status: 'bloodbank-approved' }, now()),
    await aRequest(db, { ...wish, status: 'issued' }, now()),
  ]
  const bag = { expiresAt: later(now(), days(20)), place: formula.slice(0, 60) }
  const gone = await aKeptBag(db, { bankId: bank.id, ...bag })
  const emergency = { doctor: name, reason: formula.slice(0, 200) }
  const slip = await anIssue(db, packed, now(), { bags: [gone], emergency })
  await aDonorForm(db, { bankId: bank.id, name: formula.slice(0, 60), address: payload })
  const there = { ...house, service: { db }, now } as unknown as House
  const tube = aTube(open.id, now(), { labelName: name, labelPatientId: open.patientId, takenBy: name })
  await doneBy(there, clerk, matching.receiveSample, tube)
  const held = await aTestedBag(db, bank.id, bag)
  const about = { id: open.id, bagId: held.id }
  await doneBy(there, clerk, matching.hold, about)
  const match = { ...about, method: 'gel', result: 'compatible', note: formula.slice(0, 200) }
  await doneBy(there, clerk, matching.recordMatch, match)
  const { id, version } = await aBagIn(db, bank.id, bag)
  const discard = { id, version, reason: 'other', note: formula.slice(0, 200) }
  await doneBy(there, clerk, bags.discard, discard)
  return { name, formula, hospital, chief, clerk, open, slip, bagId: held.id, today: dayOf(now()) }
}

type Asked = { what: string; by: string; row: Route; input: Record<string, unknown>; has: string }

/** What leaves as a table, for whom, and a text that has to stand in it. */
function tablesOf({ name, formula, hospital, chief, clerk, open, today }: Place): Asked[] {
  const between = { from: today, to: today }
  return [
    { what: 'requests', by: chief, row: sheets.requests, input: {}, has: formula },
    { what: 'deliveries', by: chief, row: sheets.deliveries, input: {}, has: formula },
    { what: 'orders', by: kinds.provider, row: sheets.orders, input: { part: open.id }, has: hospital.name },
    { what: 'issuing', by: clerk, row: sheets.issuing, input: {}, has: open.id },
    { what: 'donor forms', by: clerk, row: sheets.consent, input: {}, has: formula.slice(0, 60) },
    { what: 'audit', by: clerk, row: sheets.audit, input: {}, has: name },
    ...(['issues', 'crossmatches', 'discards', 'stock'] as const).map((kind) => ({
      what: `register of ${kind}`,
      by: clerk,
      row: registers.download,
      input: { kind, ...between },
      has: { issues: name, crossmatches: formula.slice(0, 200), discards: formula.slice(0, 200), stock: '' }[
        kind
      ],
    })),
  ]
}

/** What leaves as a PDF: a register and a pack, one of each in turn, a slip and labels. */
function printsOf({ name, chief, clerk, open, slip, bagId, today }: Place, nth: number): Asked[] {
  const kind = (['issues', 'crossmatches', 'discards'] as const)[nth % 3] ?? 'issues'
  const input = { kind, from: today, to: today, as: 'pdf' }
  const has = kind === 'discards' ? '' : open.patientId
  return [
    { what: `register of ${kind}`, by: clerk, row: registers.download, input, has },
    { what: 'slip', by: clerk, row: slips.print, input: { slip }, has: name },
    { what: 'labels', by: clerk, row: bagLabels.labels, input: { id: bagId }, has: '' },
    { what: 'pack', by: nth % 2 ? chief : clerk, row: downtime.download, input: {}, has: open.patientId },
  ]
}

/** Every table that leaves and every paper of a bench, with the payload in it: it stands there as text and does nothing. */
export async function faultsInSheets(house: House, payload: string, nth: number) {
  const place = await aPlace(house, payload, nth)
  const faults: string[] = []
  let files = 0
  for (const { what, by, row, input, has } of tablesOf(place)) {
    for (const as of ['csv', 'xlsx'] as const) {
      const answer = await house.ask(by, sentFor(row, { ...input, as }))
      files++
      const told = await (as === 'csv' ? faultsInCsv : faultsInXlsx)(answer, has)
      faults.push(...told.map((fault) => `${what} as ${as} of ${payload}: ${fault}`))
    }
  }
  for (const { what, by, row, input, has } of printsOf(place, nth)) {
    const asked = row === downtime.download ? { id: await aPack(house, by) } : input
    files++
    faults.push(...(await faultsInPdf(what, await house.ask(by, sentFor(row, asked)), has)))
  }
  await house.forgetLimits()
  return { files, faults }
}

async function aPack(house: House, by: string): Promise<number> {
  const { id }: { id: number } = await doneBy(house, by, downtime.make, {})
  return id
}

const lacks = (cells: readonly unknown[], text: string): string[] =>
  cells.some((cell) => bare(String(cell)).includes(bare(text))) ? [] : [`${text} is not in it`]

async function faultsInCsv({ status, bytes, text }: Answered, has: string): Promise<string[]> {
  if (status !== 200) return [`answered ${status}: ${text.slice(0, 200)}`]
  const cells = (parse(bytes, { bom: true, relax_column_count: true }) as string[][]).flat()
  const run = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell)))
  return [...run.map((cell) => `${cell} is a formula`), ...lacks(cells, has)]
}

async function faultsInXlsx({ status, bytes, text }: Answered, has: string): Promise<string[]> {
  if (status !== 200) return [`answered ${status}: ${text.slice(0, 200)}`]
  const [sheet] = await readXlsx(bytes)
  const acts = Object.entries(unzipSync(bytes)).flatMap(([name, part]) => [
    ...(/vba|external|embed|drawing|connection|macro/i.test(name) ? [name] : []),
    ...(strFromU8(part).match(/<(?:f|hyperlink|oleObject|ddeLink|script)\b|TargetMode="External"/gi) ?? []),
  ])
  return [...acts.map((act) => `${act} in it`), ...lacks(sheet?.data.flat() ?? [], has)]
}
