import type { exchange } from '#contract/exchange.ts'
import { donorDocument } from '#domain/exchange/bank-documents.ts'
import { tellExport } from '../people/account-trail.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden } from '../platform/http/refuse.ts'
import { type Found, readers } from './collections.ts'
import { exchangeStore } from './store.ts'

const pageSize = 100

export const exchangeHandlers: Handlers<typeof exchange> = {
  async documents({ db, actor, inTransaction }, { collection, after = '' }) {
    await inTransaction((work) => tellExport(work, actor, collection))
    return pageOf(await readers[collection](exchangeStore(db), { after, limit: pageSize }))
  },

  async donorForms({ actor, db, inTransaction }, { after = '' }) {
    if (actor.kind !== 'member' || actor.organisationId === null) throw forbidden()
    await inTransaction((work) => tellExport(work, actor, 'donorForms'))
    const forms = await exchangeStore(db).donorForms(actor.organisationId, { after, limit: pageSize })
    return pageOf(forms.map((form) => ({ key: form.id, document: donorDocument(form) })))
  },
}

const pageOf = (found: readonly Found[]) => ({
  items: found.map(({ document }) => document),
  next: found.length < pageSize ? null : (found.at(-1)?.key ?? null),
})
