import { sheets } from '#contract/sheets.ts'
import { consentColumns } from '#domain/donors/consent-sheet.ts'
import { hasPart } from '#domain/donors/consenting-search.ts'
import { bankOf } from '../people/organisation-of.ts'
import type { Handlers } from '../platform/http/call.ts'
import { giveSheet } from '../platform/sheets/giving.ts'
import { asListed } from './consent-handlers.ts'
import { consentStore } from './consent-store.ts'

export const consentSheets: Pick<Handlers<typeof sheets>, 'consent'> = {
  consent: giveSheet(sheets.consent, {
    name: 'donor-forms',
    columns: consentColumns,
    keeps: (form, { part }) => part === undefined || hasPart(form, part),
    open({ actor, db }, { id, phone }) {
      const store = consentStore(db, bankOf(actor).bankId)
      return async (after, limit) => {
        const rows = await store.list({ id, phone }, { after, through: null, limit })
        const last = rows.length < limit ? undefined : rows.at(-1)
        return { rows: rows.map(asListed), after: last ? { at: last.submittedAt, id: last.id } : null }
      }
    },
  }),
}
