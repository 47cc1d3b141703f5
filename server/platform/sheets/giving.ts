import type { z } from 'zod'
import {
  type Column,
  cutLine,
  filterInWords,
  mostRows,
  type SheetForm,
  type SheetRow,
} from '#domain/basics/sheet.ts'
import { dayOf, earlier, later } from '#domain/basics/time.ts'
import { type Actor, isBank, isHospital } from '#domain/people/actor.ts'
import type { Db } from '../../db/database.ts'
import { appendReading } from '../../db/event-trail.ts'
import type { Place } from '../../db/page-range.ts'
import type { FileAnswer } from '../http/call.ts'
import { sheetAnswer } from './sheet.ts'

/** So many are read at once, and no connection is held while they are taken. */
const batch = 1_000

/** What is read of a list, and where it goes on; null where it ends. */
export type Part<Row> = { readonly rows: readonly Row[]; readonly after: Place | null }
export type ReadPart<Row> = (after: Place | null, limit: number) => Promise<Part<Row>>
export type Asking = { readonly actor: Actor; readonly db: Db; readonly now: Date }

/** A list that leaves as a table: the list's own question, asked page by page. */
export type GivenList<Input, Row> = {
  /** In the file's name and in the trail. */
  readonly name: string
  readonly columns: readonly Column<Row>[]
  readonly open: (asking: Asking, input: Input) => ReadPart<Row>
  /** Which of the rows: what a screen picks among those it has. */
  readonly keeps?: (row: Row, input: Input) => boolean
  /** Where a row may change its place while the list is walked: then it is looked again for those that were missed. */
  readonly moves?: {
    readonly keyOf: (row: Row) => string
    /** 'up': only what changed moves, and to the top. */
    readonly how: (input: Input) => 'up' | 'anywhere' | 'not'
  }
}

/**
 * Answers with the rows that the list would show, scrolled to its end. The first part is read before anything is
 * answered, and nothing leaves without a line in the trail; of a long one a second line tells how it ended.
 */
export const giveSheet =
  <Input extends { as: SheetForm }, Row>(
    _route: { readonly input: z.ZodType<Input> },
    list: GivenList<Input, Row>,
    most = mostRows,
  ) =>
  async ({ actor, db, now }: Asking, input: Input): Promise<FileAnswer> => {
    const { as, ...filter } = input
    const begun = performance.now()
    const told = { list: list.name, as }
    const whose = placeOf(actor)
    const read = list.open({ actor, db, now }, input)
    const first = await read(null, batch)
    const keeps = (row: Row) => list.keeps?.(row, input) ?? true
    const how = list.moves?.how(input) ?? 'not'
    const since = how === 'up' ? earlier(now, clocksApart) : null
    const moving = list.moves && how !== 'not' ? { keyOf: list.moves.keyOf, since } : null
    const isShort = first.after === null
    const rows = isShort ? first.rows.filter(keeps).length : null
    const line = { ...told, filter: filterInWords(filter), rows }
    await appendReading(db, { kind: 'list-exported', ...whose, detail: line }, actor, now)

    async function* all(): AsyncGenerator<SheetRow[]> {
      let given = 0
      let isWhole = false
      try {
        for await (const part of walked(read, first, moving)) {
          const kept = part.filter(keeps)
          const isCut = given + kept.length > most
          const fits = kept.slice(0, most - given)
          given += fits.length
          yield fits.map((row) => list.columns.map(({ of }) => of(row)))
          if (!isCut) continue
          yield [[cutLine(most)]]
          return
        }
        isWhole = true
      } finally {
        if (!isShort) {
          const at = later(now, performance.now() - begun)
          const detail = { ...told, rows: given, isWhole }
          await appendReading(db, { kind: 'list-export-ended', ...whose, detail }, actor, at)
        }
      }
    }
    const titles = list.columns.map(({ title }) => title)
    return sheetAnswer({ name: `${list.name}-${dayOf(now)}`, titles, rows: all() }, as)
  }

type Moving<Row> = {
  readonly keyOf: (row: Row) => string
  /** What moved is above this place in time; null: it may be anywhere. */
  readonly since: Date | null
}

/** Clocks of two machines that write may differ by less than this. */
const clocksApart = 10_000
/** After so many looks nothing but what is changed again and again is left. */
const mostLooks = 5

async function* walked<Row>(
  read: ReadPart<Row>,
  first: Part<Row>,
  moving: Moving<Row> | null,
): AsyncGenerator<readonly Row[]> {
  const seen = new Set<string>()
  for (let look = 1; look <= mostLooks; look++) {
    let isNews = false
    for (let part = look === 1 ? first : await read(null, batch); ; part = await read(part.after, batch)) {
      const rows = moving ? part.rows.filter((row) => !seen.has(moving.keyOf(row))) : part.rows
      if (moving) for (const row of rows) seen.add(moving.keyOf(row))
      isNews ||= rows.length > 0
      yield rows
      const isPast = look > 1 && moving?.since && part.after && part.after.at < moving.since
      if (part.after === null || isPast) break
    }
    // what fits into one part was read at one moment
    if (!moving || first.after === null || !isNews) return
  }
}

/** Whose trail it stands in; the provider's has no owner. */
function placeOf(actor: Actor): { hospitalId?: string; bankId?: string } {
  if (actor.kind !== 'member' || actor.organisationId === null) return {}
  if (isBank(actor)) return { bankId: actor.organisationId }
  return isHospital(actor) ? { hospitalId: actor.organisationId } : {}
}
