import { sql } from 'kysely'
import type { Work } from '../db/work.ts'
import { giveUpAll } from './store.ts'

type Owned = { url: string; hospitalId: string | null; bankId: string | null }

/** A hook that takes nothing any more is called no more, and its owner hears of it. */
export async function stopHook(work: Work, id: number, code: number | null): Promise<void> {
  const { rows } = await sql<Owned>`
    update hooks set state = 'stopped', version = version + 1
    where id = ${id} and state = 'on'
    returning url,
      (select id from organisations where id = hooks.organisation_id and kind = 'hospital') as hospital_id,
      (select id from organisations where id = hooks.organisation_id and kind = 'bank') as bank_id`.execute(
    work.db,
  )
  const [hook] = rows
  if (!hook) return
  await giveUpAll(work.db, id)
  const { url, hospitalId, bankId } = hook
  await work.record({
    subjectId: String(id),
    kind: 'hook-stopped',
    detail: { host: new URL(url).host, isGone: code === 410 },
    ...{ hospitalId, bankId },
  })
}
