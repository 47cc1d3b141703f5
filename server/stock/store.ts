import { sql } from 'kysely'
import { z } from 'zod'
import { bloodGroups, type ComponentCode } from '#domain/basics/blood.ts'
import { cameToNothing } from '#domain/requests/listing.ts'
import { byGroup, type LastCount, type Quantities } from '#domain/stock/counting.ts'
import type { Db } from '../db/database.ts'
import type { Work } from '../db/work.ts'

/** Reading, of one bank. */
export const stockStore = (db: Db) => ({
  /** Each group of each component that was counted, with what was linked to orders since. */
  rowsOf: (bankId: string, component?: ComponentCode) =>
    db
      .selectFrom('stock')
      .select([
        'component',
        'bloodGroup',
        'quantity',
        'countedAt',
        'countedBy',
        'isBySystem',
        (from) =>
          from
            .selectFrom('requests')
            .select(({ fn }) => fn.coalesce(fn.sum<number>('units'), sql<number>`0`).as('units'))
            .whereRef('requests.bankId', '=', 'stock.bankId')
            .whereRef('requests.component', '=', 'stock.component')
            .whereRef('requests.bloodGroup', '=', 'stock.bloodGroup')
            .whereRef('requests.linkedAt', '>', 'stock.countedAt')
            .where('requests.status', 'not in', cameToNothing)
            .as('linkedSince'),
      ])
      .where('stock.bankId', '=', bankId)
      .$if(component !== undefined, (rows) => rows.where('stock.component', '=', component as ComponentCode))
      .execute(),

  /** The last count or confirmation of each component before an instant, as the trail has it. */
  async countsUntil(bankId: string, components: readonly ComponentCode[], until: Date) {
    const subjects = components.map((component) => `${bankId}/${component}`)
    const { rows } = await sql<{ subject: string; detail: string; countedAt: Date; countedBy: string }>`
      select wanted.subject, last.* from unnest(${subjects}::text[]) as wanted(subject) cross join lateral (
        select detail::text as detail, at as counted_at, coalesce(person, actor_name) as counted_by from events
        where subject_kind = 'stock' and subject_id = wanted.subject and at < ${until} and detail -> 'to' is not null
        order by id desc limit 1
      ) as last`.execute(db)
    return new Map(
      rows.map(({ subject, detail, ...counted }) => [
        subject.slice(bankId.length + 1),
        { ...counted, units: unitsIn(detail) },
      ]),
    )
  },
})

const Counted = z.object({ to: z.record(z.string(), z.number().nullable()) })

function unitsIn(detail: string): Quantities {
  const { to } = Counted.parse(JSON.parse(detail))
  return byGroup((group) => to[group] ?? 0)
}

/** What lies free of one bank, by component and group (ruling AMB-219); null where it keeps no bags. */
export async function freeBagsOf(db: Db, bankId: string, now: Date): Promise<FreeBags | null> {
  const { rows } = await sql<{ component: string | null; bloodGroup: string | null; free: number }>`
    select lying.component, lying.blood_group, coalesce(lying.free, 0) as free
    from bank_settings left join (
      select bank_id, component, blood_group, count(*) as free from bags
      where bank_id = ${bankId} and state = 'available' and state in ('quarantine', 'available', 'held')
        and expires_at > ${now}
      group by bank_id, component, blood_group
    ) as lying on lying.bank_id = bank_settings.bank_id
    where bank_settings.bank_id = ${bankId} and keeps_bags`.execute(db)
  if (rows.length === 0) return null
  return new Map(rows.map(({ component, bloodGroup, free }) => [`${component} ${bloodGroup}`, Number(free)]))
}

export type FreeBags = ReadonlyMap<string, number>

/** Writing, inside the transaction of one count. */
export const stockWriter = (work: Work) => ({
  /** Holds the bank, so that two counts of it come one after the other, the first of all included. */
  async lock(bankId: string, component: ComponentCode): Promise<LastCount> {
    await work.db
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', bankId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const last = await work.db
      .selectFrom('stock')
      .select(['countedAt', 'countedBy'])
      .where('bankId', '=', bankId)
      .where('component', '=', component)
      .orderBy('countedAt', 'desc')
      .limit(1)
      .executeTakeFirst()
    return last ?? null
  },

  /** Added or updated, group by group (§7.2); the other components stay as they are. */
  async save(
    bankId: string,
    component: ComponentCode,
    quantities: Quantities,
    counted: { countedAt: Date; countedBy: string; isBySystem: boolean },
  ): Promise<void> {
    const rows = bloodGroups.map((bloodGroup) => ({
      bankId,
      component,
      bloodGroup,
      quantity: quantities[bloodGroup],
      ...counted,
    }))
    await work.db
      .insertInto('stock')
      .values(rows)
      .onConflict((before) =>
        before.columns(['bankId', 'component', 'bloodGroup']).doUpdateSet(({ ref }) => ({
          quantity: ref('excluded.quantity'),
          countedAt: ref('excluded.countedAt'),
          countedBy: ref('excluded.countedBy'),
          isBySystem: ref('excluded.isBySystem'),
        })),
      )
      .execute()
  },
})
