import { sql } from 'kysely'
import type { FormStand } from '#domain/bags/forms.ts'
import type { Db } from '../db/database.ts'

type Stand = FormStand & { erasedAt: Date | null }

/** How donor forms of one bank stand; of one that was erased it is known how it ended, and whether a label differed. */
export async function formsOf(db: Db, bankId: string, ids: readonly string[]): Promise<Map<string, Stand>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Stand & { id: string }>`
    select id, status, coalesce(findings ->> 'bloodGroup', blood_group) as blood_group, null::timestamptz as erased_at, false as differed
    from donor_forms where bank_id = ${bankId} and id = any(${[...ids]}::text[])
    union all
    select id, status, null, erased_at, differs from erased_forms
    where bank_id = ${bankId} and id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, ...stand }) => [id, stand]))
}
