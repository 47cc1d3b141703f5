import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { hours, minutes } from '#domain/basics/time.ts'
import { whyNotApprove } from '#domain/requests/approving.ts'
import { type RaiseDraft, whyNotRaise } from '#domain/requests/raising.ts'
import { type BloodRequest, requestStatuses } from '#domain/requests/request.ts'
import { type Db, openDatabase } from '#server/db/database.ts'
import { verifyEvents } from '#server/db/sealing.ts'
import { fillDemo } from '#server/demo/demo.ts'
import { drawingThreads } from '#server/documents/drawing.ts'
import { messageStore } from '#server/messages/store.ts'
import { filesOnDisk } from '#server/platform/storage/files.ts'
import { waitingStore } from '#server/requests/waiting-store.ts'
import { cloneDatabase } from '../../testing/harness/database.ts'
import { readPdf } from '../../testing/harness/pdf-text.ts'
import { demoRequests } from './fill.ts'
import { drawnWhenAsked } from './invoices.ts'

function draftOf(request: BloodRequest): RaiseDraft {
  const { patientName, age, patientId, sex, bloodGroup, component, units, orderType, reason } = request
  const { pickupAt, deadlineAt } = request
  const asked = (deadlineAt.getTime() - pickupAt.getTime()) / hours(1)
  const reservationHours = orderType === 'reservation' ? (asked as RaiseDraft['reservationHours']) : null
  return {
    patientName,
    age,
    patientId,
    sex,
    bloodGroup,
    component,
    units,
    orderType,
    reason,
    pickupAt,
    deadlineAt,
    reservationHours,
  }
}

describe.each(['10:42', '03:05', '23:55'])('filled at %s', (time) => {
  const now = new Date(`2026-11-15T${time}:00+05:30`)
  const requests = demoRequests(now).map(({ request }) => request)
  const firm = requests.filter(({ hospitalId }) => hospitalId === 'firm')

  test('every request could have been raised and approved when it was', () => {
    for (const request of requests) {
      expect([request.id, whyNotRaise(draftOf(request), request.raisedAt)]).toEqual([request.id, null])
      const { approvedAt } = request
      if (!approvedAt) continue
      const asked = { ...request, status: 'pending' as const }
      expect([
        request.id,
        whyNotApprove(asked, { isApprovingBlocked: false, accountId: '', needsFourEyes: false }, approvedAt),
      ]).toEqual([request.id, null])
    }
  })

  test('nothing lies in the future, and late is what came after its deadline', () => {
    for (const { raisedAt, updatedAt, deliveredAt, deadlineAt, isLate } of requests) {
      expect(raisedAt < now && updatedAt <= now).toBe(true)
      expect(isLate).toBe(deliveredAt !== null && deliveredAt > deadlineAt)
    }
  })

  test('the first hospital has every status, three to decide, and more than a page', () => {
    expect(new Set(firm.map(({ status }) => status))).toEqual(new Set(requestStatuses))
    expect(firm.filter(({ status }) => status === 'pending').map(({ component }) => component)).toContain(
      'SDP',
    )
    expect(firm.filter(({ status }) => status === 'pending')).toHaveLength(3)
    expect(firm.length).toBeGreaterThan(40)
    expect(firm.some(({ isLate }) => isLate)).toBe(true)
  })

  test('ids are unique and the same every time', () => {
    expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length)
    expect(demoRequests(now).map(({ request }) => request)).toEqual(requests)
  })
})

test('the last hour has its pending ones by day', () => {
  const now = new Date('2026-11-15T10:42:00+05:30')
  const pending = demoRequests(now).filter(({ request }) => request.status === 'pending')
  for (const { request } of pending)
    expect(now.getTime() - request.raisedAt.getTime()).toBeLessThan(minutes(60))
})

test('INVOICES-02 it is filled once, every table with something, with a trail that verifies; every completed order has its invoices, drawn when one is wanted', async () => {
  const { url, drop } = await cloneDatabase('nothing')
  const { db, close } = openDatabase(url, { connections: 1 })
  const said: string[] = []
  const folder = await mkdtemp(join(tmpdir(), 'crossmatch-demo-'))
  const files = filesOnDisk(folder)
  await fillDemo(url, { say: (line) => said.push(line), secret: 'of nobody', files })
  const rows = await countsOf(db)
  expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([])
  const { count } = await waitingStore(db).look(new Date(), 3)
  const failed = await messageStore(db).failedSince(new Date(0))
  expect(
    (['late', 'refused', 'toLink', 'toComplete', 'onTheRoad', 'pending'] as const).filter(
      (group) => Number(count(group)) === 0,
    ),
    'of each kind of work on Home there is something',
  ).toEqual([])
  expect(failed.failed).not.toEqual([])
  const pictures = await db.selectFrom('pictures').selectAll().execute()
  expect(pictures).toHaveLength(12)
  for (const { path, bytes } of pictures) {
    const picture = await files.get(path)
    expect(picture?.length).toBe(bytes)
    expect(await sharp(picture ?? undefined).metadata()).toMatchObject({ format: 'jpeg', width: 640 })
  }
  const [photographed] = pictures.filter(({ state }) => state === 'Completed')
  expect(pictures.filter(({ requestId }) => requestId === photographed?.requestId)).toHaveLength(7)
  const completed = await db
    .selectFrom('requests')
    .leftJoin('invoices', 'invoices.requestId', 'requests.id')
    .select(['requests.id', 'hospitalInvoicePath', 'bankInvoicePath', 'invoiceId'])
    .where('status', '=', 'completed')
    .orderBy('firstCompletedAt')
    .execute()
  expect(completed.length).toBeGreaterThan(200)
  expect(
    completed.filter(({ hospitalInvoicePath: path, bankInvoicePath }) => !path || !bankInvoicePath),
  ).toEqual([])
  const misbilled = await db
    .selectFrom('invoices')
    .innerJoin('requests', 'requests.id', 'invoices.requestId')
    .select('requests.id')
    .where(
      sql<boolean>`first_completed_at is null or issued_at < first_completed_at or kind <> invoice_kind
        or invoices.bank_id is distinct from requests.bank_id`,
    )
    .execute()
  expect(misbilled, 'each bill is of a completed order, its bank and its kind').toEqual([])
  const drawing = drawingThreads()
  const { get } = drawnWhenAsked(files, { db, drawing })
  const [oldest] = completed
  for (const path of [oldest?.hospitalInvoicePath ?? '', oldest?.bankInvoicePath ?? '']) {
    expect(await files.get(path)).toBeNull()
    expect((await readPdf((await get(path)) ?? Buffer.of())).text).toContain(oldest?.invoiceId)
    expect(await files.get(path)).toEqual(await get(path))
  }
  expect(await get('invoices/ffffffff/ffffffff-hospital-firm-invoice.pdf')).toBeNull()
  await drawing.close()
  await fillDemo(url, { say: (line) => said.push(line), secret: 'of nobody', files })
  expect(said).toHaveLength(1)
  expect(await countsOf(db)).toEqual(rows)
  const { events, faults } = await verifyEvents(db)
  expect(faults).toEqual([])
  expect(events).toBeGreaterThan(1_000)
  await close()
  await drop()
  await rm(folder, { recursive: true })
})

const tables = [
  ...(['organisations', 'accounts', 'drivers', 'requests', 'deliveries', 'deliverySteps', 'events'] as const),
  ...(['stock', 'bankPrices', 'deliveryPrices', 'pictureTypes'] as const),
  ...(['companies', 'camps', 'donorForms', 'pictures'] as const),
]

async function countsOf(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}
