import { parse } from 'csv-parse/sync'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { billing } from '#contract/billing.ts'
import { consent } from '#contract/consent.ts'
import { issuing } from '#contract/issuing.ts'
import { orders } from '#contract/orders.ts'
import { requests } from '#contract/requests.ts'
import type { Route } from '#contract/route.ts'
import { sheets } from '#contract/sheets.ts'
import { type Column, cellText } from '#domain/basics/sheet.ts'
import { days, instantOf, later, minutes } from '#domain/basics/time.ts'
import { componentColumns, priceColumns } from '#domain/billing/sheets.ts'
import { consentColumns } from '#domain/donors/consent-sheet.ts'
import { auditColumns } from '#domain/events/audit-sheet.ts'
import type { Actor } from '#domain/people/actor.ts'
import { requestStatuses } from '#domain/requests/request.ts'
import {
  deliveryColumns,
  driverOrderColumns,
  issuingColumns,
  orderColumns,
  requestColumns,
} from '#domain/requests/sheets.ts'
import { aDonorForm } from '#server/demo/makers/donors.ts'
import { requestSheets } from '#server/requests/sheets.ts'
import type { Client, RawAnswer } from '#testing/harness/client.ts'
import { aService } from '#testing/harness/service.ts'
import { aRow, storeRows } from '#testing/makers/listed-requests.ts'
import { aBank, aDriver, anAccount, aStaffedHospital } from '#testing/makers/makers.ts'
import type { FileAnswer } from '../http/call.ts'
import type { Asking } from './giving.ts'

const now = instantOf('2026-11-16', '10:00')
const service = await aService({ now, settings: { ROLE: 'web' } })
const { db } = service
const provider = service.as('bloodsupport')

const odd = '=HYPERLINK("http://bad.example"), "quoted"\nமுகமது'

/** A hospital, its bank and its driver with an order in each status, and one whose patient is no plain text. */
async function aCircle() {
  const { hospital, admin, staff } = await aStaffedHospital(db)
  const bank = await aBank(db)
  const grant = { product: 'bloodbank', organisationId: bank.id } as const
  const chief = await anAccount(db, { email: `${bank.id}.chief`, grant: { ...grant, role: 'admin' } })
  const bench = await anAccount(db, { email: `${bank.id}.bench`, grant: { ...grant, role: 'staff' } })
  const driver = await aDriver(db)
  const rows = [...requestStatuses, ...requestStatuses].map((status, n) =>
    aRow(hospital.id, now, {
      ...{ status, bankId: bank.id, driverEmail: driver.email },
      ...{ raisedAt: later(now, -minutes(n)), updatedAt: later(now, minutes(n)) },
      ...(n === 3 ? { patientName: odd, reason: '+91, "x"' } : {}),
    }),
  )
  await storeRows(db, rows)
  const driven = rows.map(({ id, raisedAt }) => ({ requestId: id, raisedAt, driverEmail: driver.email }))
  await db.insertInto('requestDrivers').values(driven).execute()
  return {
    ...{ hospital, bank, driver, rows },
    admin: service.as(admin),
    staff: service.as(staff),
    chief: service.as(chief.email),
    bench: service.as(bench.email),
  }
}

type Asked = Record<string, unknown>

/** The whole list, page by page as a screen asks for it. */
async function scrolled(client: Client, row: Route, asked: Asked): Promise<unknown[]> {
  const items: unknown[] = []
  for (let after: string | null = null; ; ) {
    const page = (await client.done(row, { ...asked, ...(after ? { after } : {}) })) as {
      items: unknown[]
      next?: string | null
    }
    items.push(...page.items)
    after = page.next ?? null
    if (after === null) return items
  }
}

function fileOf(client: Client, row: Route, asked: Asked): Promise<RawAnswer> {
  if (row.method === 'POST') return client.raw('POST', row.path, { body: asked })
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(asked))
    for (const one of [value].flat()) query.append(key, String(one))
  return client.raw('GET', `${row.path}?${query}`)
}

const textOf = (cell: unknown): string => (cell instanceof Date ? cellText(cell) : String(cell ?? ''))
const plain = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

type Listed = {
  of: 'admin' | 'staff' | 'chief' | 'bench' | 'provider'
  sheet: Route
  list: Route
  columns: readonly Column<never>[]
  filter?: (circle: Awaited<ReturnType<typeof aCircle>>) => Asked
}

const lists: Record<string, Listed> = {
  'Orders of the provider': {
    ...{ of: 'provider', sheet: sheets.orders, list: orders.list, columns: orderColumns },
    filter: ({ hospital }) => ({ hospital: hospital.id, status: ['pending', 'issued', 'completed'] }),
  },
  'Orders by their deadline': {
    ...{ of: 'provider', sheet: sheets.orders, list: orders.list, columns: orderColumns },
    filter: ({ hospital }) => ({ hospital: hospital.id, sort: 'deadline' }),
  },
  'one order by its id': {
    ...{ of: 'provider', sheet: sheets.orders, list: orders.list, columns: orderColumns },
    filter: ({ rows }) => ({ id: rows[3]?.id }),
  },
  'Drivers’ Order Status': {
    ...{ of: 'provider', sheet: sheets.driverOrders, list: orders.ofDriver, columns: driverOrderColumns },
    filter: ({ driver }) => ({ driver: driver.email, view: 'ongoing' }),
  },
  'Price Tracking': {
    ...{ of: 'provider', sheet: sheets.prices, list: billing.track, columns: priceColumns },
    filter: ({ hospital }) => ({
      hospital: hospital.id,
      group: ['O+', 'A+'],
      status: ['completed', 'issued'],
    }),
  },
  'Component Tracking': {
    ...{ of: 'provider', sheet: sheets.components, list: billing.components, columns: componentColumns },
    filter: ({ bank }) => ({ from: '2026-11-09', to: '2026-11-16', bank: bank.id }),
  },
  'Request Status of an admin': {
    ...{ of: 'admin', sheet: sheets.requests, list: requests.list, columns: requestColumns },
    filter: () => ({ status: ['pending', 'issued'] }),
  },
  'Request Status of staff, all': {
    ...{ of: 'staff', sheet: sheets.requests, list: requests.list, columns: requestColumns },
  },
  'Delivery Status': {
    ...{ of: 'staff', sheet: sheets.deliveries, list: requests.deliveries, columns: deliveryColumns },
  },
  'Issuing History of staff': {
    ...{ of: 'bench', sheet: sheets.issuing, list: issuing.list, columns: issuingColumns },
  },
  'Issuing History of an admin': {
    ...{ of: 'chief', sheet: sheets.issuing, list: issuing.list, columns: issuingColumns },
  },
} as Record<string, Listed>

test.each(Object.entries(lists))(
  'AMB-335 the file of %s has the rows of its list, each once',
  async (_, listed) => {
    const circle = await aCircle()
    const client = listed.of === 'provider' ? provider : circle[listed.of]
    const asked = listed.filter?.(circle) ?? {}
    const items = await scrolled(client, listed.list, asked)
    expect(items.length).toBeGreaterThan(0)
    const columns = listed.columns as readonly Column<unknown>[]
    const titles = columns.map(({ title }) => title)
    const cells = items.map((item) => columns.map(({ of }) => of(item)))
    const csv = await fileOf(client, listed.sheet, { ...asked, as: 'csv' })
    expect(csv.status).toBe(200)
    const lines: string[][] = parse(csv.bytes, { bom: true })
    expect(lines).toEqual([
      titles,
      ...cells.map((row) =>
        row.map((cell) => (typeof cell === 'number' ? String(cell) : plain(textOf(cell)))),
      ),
    ])
    const [sheet] = await readXlsx((await fileOf(client, listed.sheet, { ...asked, as: 'xlsx' })).bytes)
    expect(sheet?.data.map((row) => row.map(textOf))).toEqual([
      titles,
      ...cells.map((row) => row.map(textOf)),
    ])
  },
)

test('AMB-335 donor forms leave as their list has them, by part, by phone and all; Audit as its list has it', async () => {
  const { bank, bench, chief, admin, staff } = await aCircle()
  const forms = await Promise.all(
    ['9840012345', '9840099999'].map((phone) => aDonorForm(db, { bankId: bank.id, phone }, now)),
  )
  await aDonorForm(db, { bankId: 'redbank', phone: '9840012345' }, now)
  const file = async (asked: Asked): Promise<string[][]> =>
    parse((await fileOf(bench, sheets.consent, { ...asked, as: 'csv' })).bytes, { bom: true })
  const shown = await scrolled(bench, consent.list, {})
  expect((await file({})).slice(1)).toEqual(
    (shown as never[]).map((form) => consentColumns.map(({ of }) => textOf(of(form)))),
  )
  expect((await file({ phone: '9840012345' })).slice(1).map((line) => line[1])).toEqual([forms[0]?.id])
  expect((await file({ part: '99999' })).slice(1).map((line) => line[1])).toEqual([forms[1]?.id])
  await staff.done(requests.list, {})
  const entries = await scrolled(chief, audit.list, { group: 'download' })
  const audited: string[][] = parse((await fileOf(chief, sheets.audit, { group: 'download' })).bytes, {
    bom: true,
  })
  expect(audited.slice(1)).toEqual(
    (entries as never[]).map((entry) => auditColumns.map(({ of }) => textOf(of(entry)))),
  )
  expect(entries.length).toBe(3)
  expect((await scrolled(admin, audit.list, { group: 'download' })).length).toBe(0)
})

test('AMB-338 each file is an event of whoever took it, with its filter and how many, and nothing that was typed', async () => {
  const { admin, staff, bank, bench, chief, rows } = await aCircle()
  await fileOf(staff, sheets.requests, { status: ['pending', 'issued'], as: 'csv' })
  const part = rows[0]?.id.slice(0, 5) ?? ''
  await fileOf(staff, sheets.requests, { part, as: 'xlsx' })
  await fileOf(staff, sheets.requests, { hospital: 'Mohammed Irfan, ward 3', as: 'csv' })
  const told = (await admin.done(audit.list, { group: 'download' })).items.map(({ what }) => what)
  expect(told).toEqual([
    `Downloaded a list, requests as csv, hospital (typed), ${rows.length} rows`,
    'Downloaded a list, requests as xlsx, part of an ID, 1 row',
    'Downloaded a list, requests as csv, status pending issued, 4 rows',
  ])
  await aDonorForm(db, { bankId: bank.id, phone: '9840012345' }, now)
  await fileOf(bench, sheets.consent, { phone: '9840012345', as: 'csv' })
  const [last] = (await chief.done(audit.list, { group: 'download' })).items
  expect(last?.what).toBe('Downloaded a list, donor-forms as csv, a phone number, 1 row')
})

test('AMB-335 another’s things are not in a file, whatever its filter names, and a bank’s has no patient', async () => {
  const one = await aCircle()
  const other = await aCircle()
  const theirs = await fileOf(one.staff, sheets.requests, { hospital: other.hospital.id, as: 'csv' })
  expect(other.rows.filter(({ id }) => theirs.text.includes(id))).toEqual([])
  const byId = await fileOf(one.staff, sheets.deliveries, { id: other.rows[2]?.id, as: 'csv' })
  expect(parse(byId.bytes, { bom: true })).toHaveLength(1)
  expect((await fileOf(one.staff, sheets.orders, { as: 'csv' })).status).toBe(403)
  const issued = await fileOf(one.bench, sheets.issuing, { as: 'csv' })
  for (const { patientName, patientId } of one.rows) {
    expect(issued.text).not.toContain(patientName)
    expect(issued.text).not.toContain(patientId)
  }
  expect((await fileOf(one.staff, sheets.requests, { as: 'pdf' })).status).toBe(422)
})

test.each([
  ['requests', 1],
  ['deliveries', 0],
] as const)(
  'AMB-335 what arrives or changes while %s are written neither doubles nor loses another; its end is told',
  async (name, at) => {
    const { hospital, staff, admin } = await aStaffedHospital(db)
    const many = (count: number, from: number) =>
      Array.from({ length: count }, (_, n) =>
        aRow(hospital.id, now, {
          status: 'issued',
          raisedAt: later(now, -minutes(from + n)),
          updatedAt: later(now, -days(1) - minutes(n)),
        }),
      )
    const rows = many(5_200, 0)
    for (let from = 0; from < rows.length; from += 800) await storeRows(db, rows.slice(from, from + 800))
    const actor = await db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', staff)
      .executeTakeFirstOrThrow()
    const by: Actor = {
      ...{ kind: 'member' as const, product: 'pilot' as const, role: 'staff' as const, email: staff },
      ...{ accountId: actor.id, organisationId: hospital.id, displayName: 'H' },
      ...{ accountStatus: 'active' as const, isApprovingBlocked: false },
    }
    const give = requestSheets[name] as unknown as (asking: Asking, input: Asked) => Promise<FileAnswer>
    const file = await give({ actor: by, db, now }, { as: 'csv' })
    if (!('stream' in file)) throw new Error('a stream was expected')
    const parts: Buffer[] = []
    for await (const part of file.stream) {
      parts.push(Buffer.from(part))
      if (parts.length !== 2) continue
      // two arrive, one that was written is changed, and one that was not yet
      await storeRows(db, many(2, -5))
      const changed = [rows[3]?.id ?? '', rows[5_100]?.id ?? '']
      await db
        .updateTable('requests')
        .set({ updatedAt: later(now, 1) })
        .where('id', 'in', changed)
        .execute()
    }
    expect(parts.length).toBeGreaterThan(5)
    const lines: string[][] = parse(Buffer.concat(parts), { bom: true })
    const ids = lines.slice(1).map((line) => line[at] ?? '')
    expect(new Set(ids).size).toBe(ids.length)
    const found = new Set(ids)
    expect(rows.filter(({ id }) => !found.has(id))).toEqual([])
    const told = (await service.as(admin).done(audit.list, { group: 'download' })).items
    expect(told.map(({ what }) => what)).toEqual([
      `Download of a list ended, ${name} as csv, ${ids.length} rows`,
      `Downloaded a list, ${name} as csv, everything`,
    ])
  },
)
