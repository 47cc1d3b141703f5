import { sql } from 'kysely'
import type { ShelfGroup } from '#domain/bags/kinds.ts'
import { days, earlier, minutes } from '#domain/basics/time.ts'
import { formsInPack, mostOrders, type PackKind, type PackOrder, packsKept } from '#domain/downtime/pack.ts'
import { shiftAt, usualShifts } from '#domain/downtime/shifts.ts'
import { driven } from '#domain/driving/steps.ts'
import { notDue } from '#domain/requests/listing.ts'
import type { Db } from '../db/database.ts'
import { takeTurn } from '../db/locks.ts'
import { literal } from '../db/requests.ts'
import type { Work } from '../db/work.ts'

/** A worker that died over a pack, or a pack that cannot be drawn: after so long it is another's turn. */
const triedFor = minutes(10)

/** As long as six packs are at the usual shifts. */
const keptUnserved = days(2)

export type PackPlace = { place: string; kind: PackKind; name: string }

/** '' is the provider's, here and in the tables. */
const provider: PackPlace = { place: '', kind: 'provider', name: 'Provider' }

/** Those that packs are made for. A bank that was only typed has nobody to print one. */
const isServed = sql`account_status in ('active', 'subscription-ended') and (kind = 'hospital' or is_listed)`

/** Who has no pack of this shift yet, those not tried longest first. */
export async function placesDue(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ place: string; shiftAt: Date }[]> {
  const own = await db.selectFrom('downtimeShifts').select(['organisationId', 'times']).execute()
  const ids = own.map(({ organisationId }) => organisationId)
  const shifts = own.map(({ times }) => shiftAt(now, times))
  const { rows } = await sql<{ place: string; shiftAt: Date }>`
    select place.id as place, place.shift_at from (
      select each.id, coalesce(own.shift_at, ${shiftAt(now, usualShifts)}::timestamptz) as shift_at from (
      select id from organisations where ${isServed}
      union all select ''
      ) as each
      left join unnest(${ids}::text[], ${shifts}::timestamptz[]) as own (id, shift_at) on own.id = each.id
    ) as place
    left join downtime_papers as papers on papers.organisation_id = place.id
    where (papers.tried_at is null or papers.tried_at < ${earlier(now, triedFor)}) and not exists (
      select from downtime_packs as packs where packs.organisation_id = place.id and packs.shift_at = place.shift_at
    )
    order by papers.tried_at nulls first, place.id
    limit ${limit}`.execute(db)
  return rows
}

/** When its shifts change; as usual where nobody has said anything. */
export async function shiftsOf(
  db: Db,
  place: string,
): Promise<{ times: readonly string[]; version: number }> {
  const row = await db
    .selectFrom('downtimeShifts')
    .select(['times', 'version'])
    .where('organisationId', '=', place)
    .executeTakeFirst()
  return row ?? { times: usualShifts, version: 0 }
}

/** Writing, of one place: whoever comes at the same moment waits. */
export const shiftWriter = ({ db }: Work, place: string) => ({
  async lock() {
    await takeTurn(db, `shifts of ${place || 'the provider'}`)
    return shiftsOf(db, place)
  },

  async save(shifts: { times: string[]; version: number }): Promise<void> {
    await db
      .insertInto('downtimeShifts')
      .values({ organisationId: place, ...shifts })
      .onConflict((before) => before.column('organisationId').doUpdateSet(shifts))
      .execute()
  },
})

/** The next numbers, for whoever gets them: they are never given again. Null while another worker is at it. */
export async function takeNumbers(
  db: Db,
  place: string,
  { now, isShift }: { now: Date; isShift: boolean },
): Promise<{ first: number; last: number } | null> {
  const { rows } = await sql<{ last: number }>`
    insert into downtime_papers as papers (organisation_id, last_number, tried_at)
    values (${place}, ${formsInPack}, ${isShift ? now : null}::timestamptz)
    on conflict (organisation_id) do update set
      last_number = papers.last_number + ${formsInPack},
      tried_at = coalesce(excluded.tried_at, papers.tried_at)
    where not ${isShift} or papers.tried_at is null or papers.tried_at < ${earlier(now, triedFor)}
    returning last_number as last`.execute(db)
  const [row] = rows
  return row ? { first: row.last - formsInPack + 1, last: row.last } : null
}

export async function placeNamed(db: Db, place: string): Promise<PackPlace | null> {
  if (place === '') return provider
  const row = await db
    .selectFrom('organisations')
    .select(['id as place', 'kind', 'name'])
    .where('id', '=', place)
    .executeTakeFirst()
  return row ?? null
}

/** The soonest due that are printed, and how many are open. */
export async function openOrders(
  db: Db,
  { place, kind }: PackPlace,
): Promise<{ orders: (PackOrder & { hospitalId: string })[]; count: number }> {
  const open = db
    .selectFrom('requests')
    .where('status', 'not in', literal(notDue))
    .$if(kind === 'hospital', (rows) => rows.where('hospitalId', '=', place))
    .$if(kind === 'bank', (rows) => rows.where('bankId', '=', place).where('status', 'in', literal(driven)))
  const [orders, counted] = await Promise.all([
    open
      .innerJoin('organisations as hospital', 'hospital.id', 'requests.hospitalId')
      .leftJoin('organisations as bank', 'bank.id', 'requests.bankId')
      .leftJoin('drivers', 'drivers.email', 'requests.driverEmail')
      .leftJoin('moreForBank as more', 'more.requestId', 'requests.id')
      .select(sql<ShelfGroup>`coalesce(more.bombay, requests.blood_group)`.as('bloodGroup'))
      .select([
        ...(['requests.id', 'patientName', 'patientId', 'component', 'units'] as const),
        ...(['orderType', 'status', 'bankId', 'raisedAt', 'pickupAt', 'deadlineAt'] as const),
        ...(['hospitalId', 'hospital.name as hospital', 'bank.name as bank'] as const),
        ...(['drivers.name as driver', 'drivers.phone as driverPhone'] as const),
      ])
      .orderBy('deadlineAt')
      .orderBy('requests.id')
      .limit(mostOrders)
      .execute(),
    open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { orders, count: counted.count }
}

/** By name; of the provider also each bank that is offered for linking. */
export const phonesOf = (db: Db, ids: readonly string[], isProvider: boolean) =>
  db
    .selectFrom('organisations')
    .select(['kind', 'name', 'phones'])
    .where((is) =>
      is.or([
        is('id', '=', sql<string>`any(${ids}::text[])`),
        ...(isProvider
          ? [is.and([is('kind', '=', 'bank'), is('isListed', '=', true), is('accountStatus', '=', 'active')])]
          : []),
      ]),
    )
    .orderBy('kind')
    .orderBy('name')
    .execute()

export const packStore = (db: Db, place: string) => {
  const packs = db
    .selectFrom('downtimePacks')
    .select(['id', 'madeAt', 'madeBy', 'until', 'firstNumber', 'lastNumber', 'orders', 'path'])
    .where('organisationId', '=', place)
  return {
    newest: () => packs.orderBy('id', 'desc').limit(packsKept).execute(),
    find: (id: number) => packs.where('id', '=', id).executeTakeFirst(),
  }
}

type NewPack = {
  place: string
  shiftAt: Date | null
  madeBy: string
  until: Date
  numbers: { first: number; last: number }
  orders: number
  path: string
}

/** Holds the place's numbers while it is written, so that its events follow one another. Null if the shift has one. */
export async function addPack({ db, now }: Work, pack: NewPack) {
  await sql`select from downtime_papers where organisation_id = ${pack.place} for update`.execute(db)
  return db
    .insertInto('downtimePacks')
    .values({
      ...{ organisationId: pack.place, shiftAt: pack.shiftAt, madeAt: now, madeBy: pack.madeBy },
      ...{ until: pack.until, orders: pack.orders, path: pack.path },
      ...{ firstNumber: pack.numbers.first, lastNumber: pack.numbers.last },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'madeAt', 'madeBy', 'until', 'firstNumber', 'lastNumber', 'orders', 'path'])
    .executeTakeFirst()
}

/** No newer pack pushes these out: nobody makes one for whom nobody serves (ruling AMB-398). Their files are told. */
export async function dropUnserved({ db, now }: Work): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    delete from downtime_packs using organisations as place
    where place.id = organisation_id and not (${isServed}) and downtime_packs.made_at < ${earlier(now, keptUnserved)}
    returning path`.execute(db)
  return rows.map(({ path }) => path)
}

/** Lets go of all but the newest, and of the last shift's, without which it would be made again; their files are told. */
export async function dropOldPacks({ db }: Work, place: string): Promise<string[]> {
  const kept = db
    .selectFrom('downtimePacks')
    .select('id')
    .where('organisationId', '=', place)
    .orderBy('id', 'desc')
    .limit(packsKept)
  const ofShift = db
    .selectFrom('downtimePacks')
    .select('id')
    .where('organisationId', '=', place)
    .where('shiftAt', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
  const gone = await db
    .deleteFrom('downtimePacks')
    .where('organisationId', '=', place)
    .where('id', 'not in', kept)
    .where('id', 'not in', ofShift)
    .returning('path')
    .execute()
  return gone.map(({ path }) => path)
}
