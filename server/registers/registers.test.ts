import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import readXlsx from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { bags } from '#contract/bags.ts'
import { registers } from '#contract/registers.ts'
import { dayOf, days, earlier, hours, instantOf, later } from '#domain/basics/time.ts'
import { readPdf } from '#testing/harness/pdf-text.ts'
import { aService, type TestService } from '#testing/harness/service.ts'
import { aBag } from '#testing/makers/bags.ts'
import { aBank, anAccount, aRequest, nextNumber } from '#testing/makers/makers.ts'
import { aFreeBag, aShelf, takenIn, tested } from '#testing/makers/shelves.ts'

let service: TestService
beforeAll(async () => {
  service = await aService({ now: instantOf('2026-11-16', '10:00'), settings: { ROLE: 'web' } })
})

/** A bank of its own with one order: two bags matched, one issued on paper, the other thrown away. */
async function aBench() {
  const { db, clock } = service
  const now = clock.now()
  const bank = await aBank(db)
  const order = await aRequest(db, {
    ...{ status: 'cross-matching', hospitalId: 'firm', bankId: bank.id, driverEmail: null },
    ...{ patientName: 'Mohammed Irfan', patientId: 'FH-20817' },
  })
  const bags = [await keepBag(bank.id), await keepBag(bank.id)] as const
  const sampleId = crypto.randomUUID()
  await db
    .insertInto('samples')
    .values({
      ...{ id: sampleId, requestId: order.id, bankId: bank.id, receivedBy: 'S. Meena', groupFound: 'O+' },
      ...{ takenAt: earlier(now, hours(2)), receivedAt: earlier(now, hours(1)), unfitReason: null },
      ...{ labelName: 'MOHAMMED IRFAN', labelPatientId: 'FH-20817', validUntil: later(now, days(3)) },
    })
    .execute()
  const matches = bags.map(({ id }, at) => ({
    ...{ id: crypto.randomUUID(), requestId: order.id, sampleId, bagId: id, method: 'gel' as const },
    ...{ result: at === 0 ? ('compatible' as const) : ('incompatible' as const) },
    ...{ doneAt: earlier(now, hours(0.5)), doneBy: 'S. Meena' },
  }))
  await db.insertInto('crossmatches').values(matches).execute()
  const [kid, slip] = [`kid-${nextNumber()}`, `S-${nextNumber()}`]
  const key = { kid, bankId: bank.id, publicJwk: {}, privateSealed: '', madeAt: now }
  await db
    .insertInto('bankKeys')
    .values({ ...key, retiredAt: null, compromisedAt: null })
    .execute()
  const issued = { slip, bankId: bank.id, requestId: order.id, seq: 1, issuedAt: now, issuedBy: 'S. Meena' }
  await db
    .insertInto('issues')
    .values({ ...issued, checkedBy: 'K. Revathi', kid, jws: '' })
    .execute()
  const crossmatchId = matches[0]?.id ?? null
  await db
    .insertInto('issueBags')
    .values({ slip, bagId: bags[0].id, position: 1, crossmatchId, isInspected: true })
    .execute()
  const grant = { product: 'bloodbank', organisationId: bank.id } as const
  const chief = await anAccount(db, { email: `${bank.id}.chief`, grant: { ...grant, role: 'admin' } })
  const staff = await anAccount(db, { email: `${bank.id}.bench`, grant: { ...grant, role: 'staff' } })
  return { bank, bags, slip, order, admin: service.as(chief.email), staff: service.as(staff.email) }
}

async function keepBag(bankId: string) {
  const number = `RB26-${nextNumber()}`
  const bag = { ...aBag({ bankId, number, numberKind: 'own' }), id: crypto.randomUUID() }
  const taken = { takenAt: earlier(service.clock.now(), days(2)), takenBy: 'R. Selvam' }
  await service.db
    .insertInto('bags')
    .values({ ...bag, ...taken })
    .execute()
  return bag
}

const span = () => {
  const now = service.clock.now()
  return { from: dayOf(earlier(now, days(3))), to: dayOf(now) }
}
const fileOf = (kind: string, as: string) => {
  const { from, to } = span()
  return `/api/registers/${kind}/file?from=${from}&to=${to}&as=${as}`
}

test('AMB-218 a bank’s admin reads its registers with the patients, each look and file in the audit; its staff and others do not', async () => {
  const { admin, staff, bags, slip, order } = await aBench()
  const other = await aBench()
  const issues = await admin.done(registers.look, { kind: 'issues', ...span() })
  expect(issues.rows).toHaveLength(1)
  const cellOf = (title: string) => issues.rows[0]?.[issues.titles.indexOf(title)]
  expect([cellOf('Slip'), cellOf('Order'), cellOf('Bag'), cellOf('Patient'), cellOf('Cross-match')]).toEqual([
    slip,
    order.id,
    bags[0].number,
    'Mohammed Irfan',
    'gel: compatible',
  ])
  expect((await other.admin.done(registers.look, { kind: 'issues', ...span() })).rows[0]).not.toContain(slip)
  expect((await admin.done(registers.look, { kind: 'crossmatches', ...span() })).rows).toHaveLength(2)
  expect((await admin.done(registers.look, { kind: 'stock', ...span() })).rows).toHaveLength(2)
  expect((await staff.call(registers.look, { kind: 'issues', ...span() })).status).toBe(403)
  await admin.raw('GET', fileOf('issues', 'csv'))
  const seen = (await admin.done(audit.list, {})).items.filter(({ kind }) => kind === 'register-read')
  expect(seen.map(({ what }) => what)).toHaveLength(4)
})

test('AMB-218 a register leaves as CSV, XLSX and PDF, with the same lines', async () => {
  const { admin, bags } = await aBench()
  const csv = await admin.raw('GET', fileOf('stock', 'csv'))
  const lines: string[][] = parse(csv.bytes, { bom: true })
  const numbers = lines.slice(1).map((line) => line[lines[0]?.indexOf('Bag') ?? -1])
  expect(numbers.toSorted()).toEqual(bags.map(({ number }) => number).toSorted())
  const [sheet] = await readXlsx((await admin.raw('GET', fileOf('stock', 'xlsx'))).bytes)
  expect(
    sheet?.data.map((line) => line.filter((cell) => bags.some(({ number }) => number === cell)).length),
  ).toEqual([0, 1, 1])
  const pdf = await readPdf((await admin.raw('GET', fileOf('crossmatches', 'pdf'))).bytes)
  expect(pdf.text).toContain('Cross-match register')
  expect(pdf.text).toContain('2 lines')
  for (const { number } of bags) expect(pdf.text).toContain(number)
})

test('days that are turned round, more than a year, and a register too long to print are refused in words', async () => {
  const { admin, bank } = await aBench()
  const turned = await admin.call(registers.look, { kind: 'issues', from: '2026-11-02', to: '2026-11-01' })
  expect(turned.refusal).toMatchObject({ code: 'days-turned', field: 'to' })
  const years = await admin.call(registers.look, { kind: 'issues', from: '2024-11-01', to: '2026-11-01' })
  expect(years.refusal?.text).toBe('Please choose at most 366 days at once.')
  await sql`insert into bags (id, bank_id, number, number_kind, component, blood_group, collected_on, expires_at, state,
      taken_at, taken_by)
    select gen_random_uuid(), ${bank.id}, 'N-' || n, 'own', 'FFP', 'A+', '2026-11-01', '2027-11-01', 'quarantine',
      ${service.clock.now()}, 'S. Meena' from generate_series(1, 2500) n`.execute(service.db)
  const long = await admin.raw('GET', fileOf('stock', 'pdf'))
  expect(long.json()).toMatchObject({ code: 'too-long-to-print' })
  // over several parts, each line once
  const lines: string[][] = parse((await admin.raw('GET', fileOf('stock', 'csv'))).bytes, { bom: true })
  expect(new Set(lines.map((line) => line.join())).size).toBe(2_503)
  expect(lines).toHaveLength(2_503)
})

test('AMB-218 the registers say what the trail says: each bag that came in, and each that nobody will have, with who and why', async () => {
  const { id: bankId, bank, staff } = await aShelf(service)
  const free = await aFreeBag(staff)
  await staff.done(bags.discard, {
    id: free.id,
    version: free.version,
    reason: 'leaking',
    note: '=at the port',
  })
  const [reactive] = await takenIn(bank, {}, {})
  await tested(staff, reactive?.number ?? '', [{ test: 'HIV', result: 'reactive' }])
  const told = await service.db
    .selectFrom('events')
    .select(['kind', 'subjectId'])
    .where('bankId', '=', bankId)
    .where('kind', 'in', ['bag-taken-in', 'bag-discarded'])
    .execute()
  const numbersOf = async (kind: 'stock' | 'discards') => {
    const { titles, rows } = await bank.done(registers.look, { kind, ...span() })
    return rows.map((row) => String(row[titles.indexOf('Bag')])).toSorted()
  }
  const inTrail = async (kind: string) => {
    const ids = told.filter((event) => event.kind === kind).map(({ subjectId }) => subjectId)
    const rows = await service.db.selectFrom('bags').select('number').where('id', 'in', ids).execute()
    return rows.map(({ number }) => number).toSorted()
  }
  expect(await numbersOf('stock')).toEqual(await inTrail('bag-taken-in'))
  expect(await numbersOf('stock')).toHaveLength(3)
  expect(await numbersOf('discards')).toEqual(await inTrail('bag-discarded'))
  const { rows } = await bank.done(registers.look, { kind: 'discards', ...span() })
  expect(rows.map((row) => row.slice(-3))).toEqual([
    ['leaking', '=at the port', 'S. Meena'],
    ['reactive', expect.any(String), 'S. Meena'],
  ])
})
