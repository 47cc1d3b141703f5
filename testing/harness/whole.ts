import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { bloodGroups } from '#domain/basics/blood.ts'
import { eventsHooked, hookedAs } from '#domain/hooks/kinds.ts'
import type { Db } from '#server/db/database.ts'
import type { SealHead } from '#server/db/seal-heads.ts'
import { sealEvents, verifyEvents } from '#server/db/sealing.ts'
import type { SmsGateway } from '../peers/sms-gateway.ts'
import type { SmtpPeer } from '../peers/smtp.ts'
import { benchHarmed } from './bench-harm.ts'
import { byKey, eventsHarmed, type Harm, noHarm, strangers } from './harm.ts'
import type { KnownOrder, Witness } from './traffic.ts'

/**
 * Holds the database against what the callers were told: what was acknowledged is there, once and whole, and nothing
 * else is. Whoever calls it has stopped the traffic, or says how many acts were under way at that moment, each of which
 * may have happened. Messages are looked at by `messagesHarmed`.
 */
export async function harmIn(
  db: Db,
  witness: Witness,
  { kept = [], underWay = 0 }: { kept?: readonly SealHead[]; underWay?: number } = {},
): Promise<Harm> {
  const harm = await rowsHarmed(db, witness, underWay)
  await sealEvents(db, new Date())
  const { faults, cut } = await verifyEvents(db, kept)
  harm.halfDone.push(...faults.map(({ eventId, sealId, what }) => `event ${eventId} seal ${sealId} ${what}`))
  harm.lost.push(...cut.map(({ id }) => `seal ${id} was kept and is gone`))
  return harm
}

/** The same of everything but the seals of the trail. */
export async function rowsHarmed(db: Db, witness: Witness, underWay = 0): Promise<Harm> {
  const harm = noHarm()
  await ordersHarmed(db, witness, harm, underWay)
  await shelvesHarmed(db, witness, harm, underWay)
  await formsHarmed(db, witness, harm, underWay)
  await benchHarmed(db, witness, harm, underWay)
  return harm
}

async function ordersHarmed(
  db: Db,
  { orders, pictures }: Witness,
  harm: Harm,
  underWay: number,
): Promise<void> {
  const rows = await db.selectFrom('requests').select(['id', 'status', 'units', 'version']).execute()
  const events = byKey(
    await db
      .selectFrom('events')
      .select(['subjectId', 'kind'])
      .where('subjectKind', '=', 'request')
      .orderBy('id')
      .execute(),
    ({ subjectId }) => subjectId,
  )
  const deliveries = byKey(
    await db.selectFrom('deliveries').select(['requestId', 'seq', 'units', 'deliveredAt']).execute(),
    ({ requestId }) => requestId,
  )
  const steps = byKey(
    await db.selectFrom('deliverySteps').select(['requestId', 'keptAside']).execute(),
    ({ requestId }) => requestId,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(orders.map(({ id }) => id))
  strangers(rows, known, 'request', underWay, harm)
  const taken = await db.selectFrom('pictures').select('requestId').execute()
  const seen = new Set(taken.map(({ requestId }) => requestId))
  for (const id of pictures) if (!seen.has(id)) harm.lost.push(`the picture of ${id}`)
  for (const id of events.keys()) if (!byId.has(id)) harm.halfDone.push(`events of ${id}, which is not there`)
  for (const order of orders) {
    const row = byId.get(order.id)
    if (!row) {
      harm.lost.push(`request ${order.id}`)
      continue
    }
    const told = (events.get(order.id) ?? []).map(({ kind }) => kind)
    const due = [...order.events, ...followUps(order)]
    const isAhead = underWay > 0 && isDeepStrictEqual(told.slice(0, -1), due)
    if (!isAhead) {
      eventsHarmed(order.id, due, told, harm)
      if (row.status !== order.status) harm.lost.push(`${order.id} is ${row.status}, not ${order.status}`)
    }
    // a version is one change, and a change is one event
    const changes = told.filter((kind) => !notes.has(kind)).length - followUps(order).length
    if (row.version !== changes)
      harm.halfDone.push(`${order.id} has ${changes} changes at version ${row.version}`)
    const parts = deliveries.get(order.id) ?? []
    const units = parts.reduce((sum, part) => sum + part.units, 0)
    if (units !== row.units) harm.halfDone.push(`${order.id} delivers ${units} of ${row.units}`)
    const arrived = parts.filter(({ deliveredAt }) => deliveredAt !== null).length
    const isThere = row.status === 'delivery-completed' || row.status === 'completed'
    if (isThere !== (arrived === parts.length))
      harm.halfDone.push(`${order.id} is ${row.status} with ${arrived} of ${parts.length} deliveries`)
    const done = (steps.get(order.id) ?? []).filter(({ keptAside }) => keptAside === null).length
    const reported = told.filter((kind) => kind === 'delivery-step-done').length
    if (done !== reported) harm.halfDone.push(`${order.id} has ${done} steps of ${reported}`)
  }
}

/** What bank and hospital do with its bags stands in its timeline, and leaves the version as it was. */
const notes: ReadonlySet<string> = new Set(['bags-issued', 'bags-received'])

/** Its invoices are made by themselves, each once, and leave the version as it was. */
const followUps = ({ status }: KnownOrder): string[] =>
  status === 'completed' ? ['hospital-invoice-made', 'bloodbank-invoice-made'] : []

async function shelvesHarmed(db: Db, { counts }: Witness, harm: Harm, underWay: number): Promise<void> {
  const rows = byKey(
    await db.selectFrom('stock').select(['bankId', 'bloodGroup', 'quantity']).execute(),
    ({ bankId }) => bankId,
  )
  const events = byKey(
    await db.selectFrom('events').select('subjectId').where('kind', '=', 'stock-counted').execute(),
    ({ subjectId }) => subjectId.split('/')[0] ?? '',
  )
  for (const { bankId, quantities, counts: times } of counts) {
    const shelf = Object.fromEntries((rows.get(bankId) ?? []).map((row) => [row.bloodGroup, row.quantity]))
    const wrong = bloodGroups.filter((group) => shelf[group] !== quantities[group])
    const told = events.get(bankId)?.length ?? 0
    if (underWay > 0 && told === times + 1) continue
    if (wrong.length > 0 && times > 0) harm.lost.push(`the last count of ${bankId}: ${wrong.join(', ')}`)
    if (told > times) harm.doubled.push(`${told} counts of ${bankId} instead of ${times}`)
    if (told < times) harm.lost.push(`${told} counts of ${bankId} instead of ${times}`)
  }
}

async function formsHarmed(db: Db, { forms }: Witness, harm: Harm, underWay: number): Promise<void> {
  const rows = await db.selectFrom('donorForms').select(['id', 'status']).execute()
  const events = byKey(
    await db
      .selectFrom('events')
      .select(['subjectId', 'kind'])
      .where('subjectKind', '=', 'donor-form')
      .execute(),
    ({ subjectId }) => subjectId,
  )
  const byId = new Map(rows.map((row) => [row.id, row.status]))
  const known = new Set(forms.map(({ id }) => id))
  strangers(rows, known, 'donor form', underWay, harm)
  for (const { id, status } of forms) {
    const told = (events.get(id) ?? []).map(({ kind }) => kind)
    const due = status === 'rejected' ? 2 : 1
    if (underWay > 0 && status === 'incomplete' && told.length === 2 && byId.get(id) === 'rejected') continue
    if (byId.get(id) !== status) harm.lost.push(`donor form ${id} is ${byId.get(id)}, not ${status}`)
    if (told.length > due) harm.doubled.push(`donor form ${id} tells ${told.join(', ')}`)
    if (told.length < due) harm.halfDone.push(`donor form ${id} tells only ${told.join(', ')}`)
  }
}

/** Every file that a row names is there, with the bytes that were put. */
export async function filesHarmed(db: Db, folder: string, harm: Harm): Promise<number> {
  const rows = await db
    .selectFrom('storedFiles')
    .select(['contentKey', 'sha256'])
    .where('path', 'is not', null)
    .execute()
  for (const { contentKey, sha256 } of rows) {
    const bytes = await readFile(join(folder, 'files', contentKey)).catch(() => null)
    if (bytes === null) harm.lost.push(`the file ${contentKey}`)
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      harm.halfDone.push(`the file ${contentKey} has other bytes`)
  }
  return rows.length
}

/** Of each event so many messages, whatever died meanwhile; what overtakes another may leave some out (AMB-277). */
const messagesOf: Record<string, number> = {
  'request-raised': 3,
  'request-approved': 3,
  'request-rejected': 2,
  // the driver, and bank and hospital by mail and on two phones each
  'request-linked': 7,
}

/** How many messages came, and came again: at least once is promised (decision 15). */
export async function messagesHarmed(
  db: Db,
  peers: { mails: SmtpPeer; texts: SmsGateway },
  harm: Harm,
): Promise<{ messages: number; again: number }> {
  const rows = await db
    .selectFrom('notifications')
    .leftJoin('events', 'events.id', 'notifications.eventId')
    .select([
      'notifications.id',
      'eventId',
      'events.kind as cause',
      'channel',
      'recipient',
      'state',
      'notifications.kind',
    ])
    .execute()
  const { rows: notes } = await sql<{
    left: number
  }>`select count(*)::int as left from due_reactions`.execute(db)
  if (notes[0]?.left) harm.halfDone.push(`${notes[0].left} events whose messages were never written`)
  const events = await db
    .selectFrom('events')
    .select(['id', 'kind'])
    .where('kind', 'in', Object.keys(messagesOf) as 'request-raised'[])
    .execute()
  const written = byKey(rows, ({ eventId }) => String(eventId))
  for (const { id, kind } of events) {
    const count = written.get(String(id))?.length ?? 0
    const due = messagesOf[kind] ?? 0
    if (count < due) harm.lost.push(`event ${id} (${kind}) has ${count} messages of ${due}`)
    if (count > due) harm.doubled.push(`event ${id} (${kind}) has ${count} messages, not ${due}`)
  }
  const arrived = byKey(
    [
      ...peers.mails.all.map(({ headers }) => headers.get('message-id')?.match(/message-\d+/)?.[0] ?? ''),
      ...peers.texts.all.map(({ key }) => key),
    ],
    (key) => key,
  )
  let again = 0
  for (const { id, state, cause, channel } of rows) {
    const times = arrived.get(`message-${id}`)?.length ?? 0
    if (state === 'sent' && times === 0) harm.lost.push(`message ${id} (${cause}, ${channel}) never came`)
    if (state !== 'sent' && state !== 'overtaken') harm.lost.push(`message ${id} (${cause}) is ${state}`)
    if (times > 1) again += times - 1
  }
  return { messages: rows.length, again }
}

/** What hooks are to be told is written once of each event, in the same transaction as its messages. */
export async function hooksHarmed(db: Db, harm: Harm): Promise<void> {
  const rows = await db.selectFrom('hookDeliveries').select(['eventId', 'kind']).execute()
  const events = await db
    .selectFrom('events')
    .select(['id', 'kind', 'subjectId', 'bankId', 'fromStatus as from', 'detail'])
    .where('kind', 'in', eventsHooked)
    .orderBy('id')
    .execute()
  const written = byKey(rows, ({ eventId }) => String(eventId))
  for (const event of events) {
    const told = hookedAs({ ...event, detail: JSON.parse(event.detail) })
    const kinds = (written.get(String(event.id)) ?? []).map(({ kind }) => kind)
    written.delete(String(event.id))
    const words = `event ${event.id} (${event.kind}) is ${kinds.join(', ') || 'nothing'} to a hook`
    if (kinds.length < (told ? 1 : 0)) harm.lost.push(words)
    if (kinds.length > (told ? 1 : 0)) harm.doubled.push(words)
    if (told && kinds.some((kind) => kind !== told.kind)) harm.halfDone.push(words)
  }
  for (const id of written.keys()) harm.doubled.push(`event ${id} is told to a hook, and is none for one`)
}
