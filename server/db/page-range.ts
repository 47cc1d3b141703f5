/** A place in a list that is ordered by an instant and then by id: where the next page goes on. */
export type Place = { at: Date; id: string }

/** What of a list is asked for: a page after a place, or as far as a place that was read before. */
export type PageRange<Where = Place> = { after: Where | null; through: Where | null; limit: number }

/** However much came in between two looks. */
const most = 200

/**
 * One page of a live list. A page that is read again says how far it reached before: what is new on top then makes it
 * longer and pushes nothing off its end; what left it makes it reach further, so that it stays a page.
 */
export async function readPage<Row, Where = Place>(
  { after, through, limit }: PageRange<Where>,
  read: (part: PageRange<Where>) => Promise<Row[]>,
  placeOf: (row: Row) => Where,
): Promise<Row[]> {
  if (!through) return read({ after, through, limit })
  const rows = await read({ after, through, limit: most })
  if (rows.length >= limit) return rows
  const last = rows.at(-1)
  const from = last ? placeOf(last) : after
  return [...rows, ...(await read({ after: from, through: null, limit: limit - rows.length }))]
}
