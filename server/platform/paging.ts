import { Answer } from './refuse.ts'

/** A place in a list that is ordered by an instant and then by id: where the next page goes on. */
export type Place = { at: Date; id: string }

export function placeAfter<Row extends { id: string }>(
  last: Row | undefined,
  at: (row: Row) => Date,
): string | null {
  return last ? Buffer.from(`${at(last).toISOString()} ${last.id}`).toString('base64url') : null
}

export function readPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const instant = new Date(at)
  if (!isPlace.test(`${at} ${id}`) || Number.isNaN(instant.getTime())) {
    throw new Answer(422, {
      code: 'invalid-input',
      title: 'Invalid Input',
      text: 'There is no such page.',
      field: 'after',
    })
  }
  return { at: instant, id }
}

const isPlace = /^\d{4}-\d\d-\d\dT[\d:.]+Z [\w-]+$/
