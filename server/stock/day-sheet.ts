import { sheets } from '#contract/sheets.ts'
import { shelfGroups } from '#domain/bags/kinds.ts'
import { cellText, type SheetCell, SheetForm } from '#domain/basics/sheet.ts'
import { dayOf, days, instantOf, later } from '#domain/basics/time.ts'
import {
  type DayStock,
  dayColumns,
  dayComponents,
  daySheetWords,
  whyNotDaySheet,
} from '#domain/stock/day-sheet.ts'
import { stockComponents } from '#domain/stock/levels.ts'
import { appendReading } from '../db/event-trail.ts'
import type { Drawing } from '../documents/drawing.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { refuse } from '../platform/http/refuse.ts'
import { type Asking, giveSheet } from '../platform/sheets/giving.ts'
import { freeBagsOf, stockStore } from './store.ts'

export const stockSheets = (drawing: Drawing): Pick<Handlers<typeof sheets>, 'day'> => ({
  async day(asking, { day, as }) {
    const { actor, db, now } = asking
    refuse(daySheetWords, whyNotDaySheet(day, now))
    const { bankId, person } = bankOf(actor)
    const { rows, columns } = await dayStock(asking, day)
    if (as !== 'pdf') {
      const list = { name: 'day-sheet', columns, open: () => async () => ({ rows, after: null }) }
      return giveSheet({ input: AsTable }, list)(asking, { day, as })
    }
    const detail = { list: 'day-sheet', as, filter: `day ${day}`, rows: rows.length }
    await appendReading(db, { kind: 'list-exported', bankId, detail }, actor, now)
    const data = {
      ...{ title: 'Day sheet', bank: actor.displayName, from: day, to: day, madeAt: now, madeBy: person },
      titles: columns.map(({ title }) => title),
      rows: rows.map((row) => columns.map(({ of }) => shown(of(row)))),
    }
    const bytes = await drawing.run('register', data, 'registers')
    return { name: `day-sheet-${day}.pdf`, type: 'application/pdf', bytes }
  },
})

const shown = (cell: SheetCell): string => (typeof cell === 'number' ? String(cell) : cellText(cell))

const AsTable = sheets.day.input.extend({ as: SheetForm })

/** The last count up to the end of that day; of today, what lies free where bags are kept (rulings AMB-337, AMB-421). */
async function dayStock({ actor, db, now }: Asking, day: string) {
  const { bankId } = bankOf(actor)
  const [counts, bags] = await Promise.all([
    stockStore(db).countsUntil(bankId, stockComponents, later(instantOf(day, '00:00'), days(1))),
    freeBagsOf(db, bankId, now),
  ])
  const keepsBags = bags !== null
  const rows = dayComponents(keepsBags).map((component): DayStock => {
    const named = { day, bankName: actor.displayName, component }
    if (bags && day === dayOf(now)) {
      const free = shelfGroups.map((group) => [group, bags.get(`${component} ${group}`) ?? 0])
      return { ...named, units: Object.fromEntries(free), countedAt: now, countedBy: null, from: 'bags' }
    }
    const count = counts.get(component)
    if (!count) return { ...named, units: null, countedAt: null, countedBy: null, from: null }
    return { ...named, ...count, from: 'count' }
  })
  return { rows, columns: dayColumns(keepsBags) }
}
