import { sql } from 'kysely'
import type { Choices, DeskWay } from '#domain/messages/hearing.ts'
import type { Listening } from '#domain/messages/last-way.ts'
import type { Db, Tx } from './database.ts'
import { type Hearer, readHearers } from './hearers.ts'

export type PlaceListening = Omit<Listening, 'people' | 'desk' | 'ways'> & {
  readonly ways: readonly DeskWay[]
  readonly desk: NonNullable<Listening['desk']>
  readonly people: readonly Hearer[]
  readonly name: string
}

/** Holds an organisation until the transaction ends, so that no two switch its last two ways off at once. */
export const holdPlace = (tx: Tx, id: string) =>
  sql`select from organisations where id = ${id} for no key update`.execute(tx)

/** Who of an organisation hears of something, and how; null if there is none. Whoever changes it holds it before. `ways`: those that are set up here. */
export async function listeningOf(
  db: Db,
  id: string,
  ways: readonly DeskWay[],
): Promise<PlaceListening | null> {
  const { rows } = await sql<{
    kind: 'hospital' | 'bank'
    name: string
    email: string
    phones: string[]
    choices: Choices | null
  }>`
    select organisations.kind, name, email, phones, (
        select jsonb_object_agg(desk_hearing.kind || ' ' || way, is_on) from desk_hearing
        where organisation_id = organisations.id) as choices
    from organisations where id = ${id}`.execute(db)
  const [place] = rows
  if (!place) return null
  const { hearers } = await readHearers(db, { places: [id], drivers: [] })
  const { kind: audience, name, email, phones, choices } = place
  return { ways, audience, name, desk: { email, phones, choices: choices ?? {} }, people: hearers(id) }
}
