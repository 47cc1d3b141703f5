import { asJson, type Json, JsonText, listOf, objectOf } from '../../db/as-json.ts'
import type { Place } from '../../db/page-range.ts'
import { Answer } from './refuse.ts'

export function placeAfter<Row extends { id: string }>(
  last: Row | undefined,
  at: (row: Row) => Date,
): string | null {
  return last ? Buffer.from(`${at(last).toISOString()} ${last.id}`).toString('base64url') : null
}

export function readPlace(cursor: string | undefined, field = 'after'): Place | null {
  if (cursor === undefined) return null
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const instant = new Date(at)
  if (!isPlace.test(`${at} ${id}`) || Number.isNaN(instant.getTime())) {
    throw new Answer(422, {
      code: 'invalid-input',
      title: 'Invalid Input',
      text: 'There is no such page.',
      field,
    })
  }
  return { at: instant, id }
}

/** The places that a list's input names. */
export const pageRange = ({
  after,
  through,
}: {
  after?: string | undefined
  through?: string | undefined
}) => ({
  after: readPlace(after),
  through: readPlace(through, 'through'),
})

/** A full page may have another after it (§9). */
export const pageFrom = <Row extends { id: string }>(
  items: Row[],
  limit: number,
  at: (row: Row) => Date,
) => ({
  items,
  next: items.length < limit ? null : placeAfter(items.at(-1), at),
})

/** The same of rows that are text, with what belongs to the list as a whole. */
export const pageText = <Row, More extends object = object>(
  rows: readonly (Place & { text: Json<Row> })[],
  limit: number,
  more?: { readonly [Key in keyof More]: Json<More[Key]> },
): JsonText<{ items: Row[]; next: string | null } & More> => {
  const next = rows.length < limit ? null : placeAfter(rows.at(-1), ({ at }) => at)
  const page = { items: listOf(rows.map(({ text }) => text)), next: asJson(next) }
  return new JsonText(objectOf({ ...page, ...more }) as Json<{ items: Row[]; next: string | null } & More>)
}

const isPlace = /^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]+$/
