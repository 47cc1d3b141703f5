import { sheets } from '#contract/sheets.ts'
import { later } from '#domain/basics/time.ts'
import { auditColumns } from '#domain/events/audit-sheet.ts'
import type { Handlers } from '../platform/http/call.ts'
import { giveSheet } from '../platform/sheets/giving.ts'
import { entryOf } from './entries.ts'
import { filterOf, scopeOf } from './handlers.ts'
import { auditStore } from './store.ts'

/** Everything of the filter up to now: what happens meanwhile is not in it, or it might never end. */
export const auditSheets: Pick<Handlers<typeof sheets>, 'audit'> = {
  audit: giveSheet(sheets.audit, {
    name: 'audit',
    columns: auditColumns,
    open({ actor, db, now }, { as: _, ...asked }) {
      const scope = scopeOf(actor)
      const store = auditStore(db, scope)
      const filter = filterOf(asked)
      const until = filter.until && filter.until < now ? filter.until : later(now, 1)
      return async (after, limit) => {
        const { rows, lookedBackTo } = await store.walk(
          { ...filter, until },
          { after, through: null, examined: limit, limit },
        )
        return { rows: rows.flatMap((row) => entryOf(scope.reader, row)), after: lookedBackTo }
      }
    },
  }),
}
