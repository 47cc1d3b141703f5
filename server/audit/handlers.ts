import { several } from '#contract/answers.ts'
import type { audit } from '#contract/audit.ts'
import { days, instantOf, later } from '#domain/basics/time.ts'
import type { AuditGroup } from '#domain/events/audit.ts'
import { verifyWords, whyNotVerify } from '#domain/events/verifying.ts'
import { type Actor, isBank, isProvider } from '#domain/people/actor.ts'
import { doerText } from '#domain/people/doer.ts'
import type { Handlers } from '../platform/http/call.ts'
import { pageRange, placeAfter } from '../platform/http/paging.ts'
import { forbidden, refuse } from '../platform/http/refuse.ts'
import { doerOf, entryOf } from './entries.ts'
import { type AuditFilter, type AuditScope, auditStore } from './store.ts'
import { verificationStore, verificationWriter } from './verification-store.ts'

const pageSize = 50
/** However much came in between two looks. */
const mostAgain = 200
/** How many events a page looks at: those that are read without a filter are nearly all there are. */
const examined = { all: 200, filtered: 2_000 }

export const auditHandlers: Handlers<typeof audit> = {
  async list({ actor, db }, { after, through, ...asked }) {
    const scope = scopeOf(actor)
    const filter = filterOf(asked)
    const range = pageRange({ after, through })
    const isFiltered = filter.groups.length > 0 || filter.person !== undefined
    const limit = range.through ? mostAgain : pageSize
    const { rows, lookedBackTo } = await auditStore(db, scope).walk(filter, {
      ...range,
      limit,
      // what was looked at before, and what came since
      examined: range.through ? 2 * examined.filtered : isFiltered ? examined.filtered : examined.all,
    })
    const isFull = rows.length >= limit
    const last = rows.at(-1)
    const end = isFull && last ? { at: last.at, id: String(last.id) } : (lookedBackTo ?? range.through)
    return {
      items: rows.flatMap((row) => entryOf(scope.reader, row)),
      next: end ? placeAfter(end, ({ at }) => at) : null,
      lookedBackTo: end && !isFull ? end.at : null,
    }
  },

  async people({ actor, db }) {
    const rows = await auditStore(db, scopeOf(actor)).people()
    const items = rows.map((row) => ({ accountId: row.accountId, ...doerOf(row) }))
    return { items: items.toSorted((one, other) => doerText(one).localeCompare(doerText(other), 'en')) }
  },

  verification: ({ actor, db }) => verificationStore(db).look(scopeOf(actor).organisationId),

  verify: ({ actor, inTransaction }) =>
    inTransaction(async (work) => {
      const { organisationId } = scopeOf(actor)
      const writer = verificationWriter(work)
      refuse(verifyWords, whyNotVerify(await writer.lockLast(), work.now))
      const person = actor.kind === 'member' ? (actor.person ?? '') : ''
      const id = await writer.add({
        askedBy: doerText({ person, place: actor.displayName }),
        askedFor: organisationId,
      })
      await work.record({ subjectId: 'trail', kind: 'verification-asked' })
      await work.enqueue({ queue: 'verify-trail', data: { id } })
      return verificationStore(work.db).look(organisationId)
    }),
}

/** The contract lets only those this far who look after an organisation, or after all of them. */
export function scopeOf(actor: Actor): AuditScope {
  if (actor.kind !== 'member') throw forbidden()
  if (isProvider(actor)) return { reader: 'provider', organisationId: null }
  if (actor.organisationId === null) throw forbidden()
  return { reader: isBank(actor) ? 'bank' : 'hospital', organisationId: actor.organisationId }
}

type Asked = {
  group?: AuditGroup | AuditGroup[] | undefined
  person?: string | undefined
  request?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export const filterOf = ({ group, person, request, from, to }: Asked): AuditFilter => ({
  groups: several(group),
  person,
  request,
  from: from === undefined ? undefined : instantOf(from, '00:00'),
  until: to === undefined ? undefined : later(instantOf(to, '00:00'), days(1)),
})
