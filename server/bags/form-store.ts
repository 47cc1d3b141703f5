import { sql } from 'kysely'
import type { FormStand } from '#domain/bags/forms.ts'
import type { Db } from '../db/database.ts'

/** How the donor forms of some donations of a bank stand, by number; one that was rejected before another. */
export async function formsOfDonations(
  db: Db,
  bankId: string,
  numbers: readonly string[],
): Promise<Map<string, FormStand>> {
  const { rows } = await sql<FormStand & { number: string }>`
    select distinct on (bags.number) bags.number, coalesce(forms.status, erased.status) as status,
      coalesce(forms.findings ->> 'bloodGroup', forms.blood_group) as blood_group,
      coalesce(erased.differs, false) as differed
    from bags
      left join donor_forms as forms on forms.id = bags.donor_form_id and forms.bank_id = bags.bank_id
      left join erased_forms as erased on erased.id = bags.donor_form_id and erased.bank_id = bags.bank_id
    where bags.bank_id = ${bankId} and bags.number = any(${[...numbers]}::text[])
      and coalesce(forms.id, erased.id) is not null
    order by bags.number, coalesce(forms.status, erased.status) = 'rejected' desc`.execute(db)
  return new Map(rows.map(({ number, ...stand }) => [number, stand]))
}

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
