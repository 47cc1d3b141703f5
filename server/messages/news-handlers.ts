import type { news } from '#contract/news.ts'
import { newsKindsOf, newsReaderOf } from '#domain/messages/news.ts'
import type { Actor } from '#domain/people/actor.ts'
import type { Db } from '../db/database.ts'
import type { Handlers } from '../platform/http/call.ts'
import { forbidden, notFound } from '../platform/http/refuse.ts'
import { newsStore } from './news-store.ts'

const pageSize = 20

export const newsHandlers: Handlers<typeof news> = {
  async list({ actor, db, now }, { after = null, through = null }) {
    const items = await storeOf(actor, db, now).list({ after, through, limit: pageSize })
    const last = items.at(-1)
    return { items, next: last && items.length >= pageSize ? String(last.id) : null }
  },

  async summary({ actor, db, now }) {
    const store = storeOf(actor, db, now)
    const [unread, quiet] = await Promise.all([store.unread(), store.quiet()])
    return { unread, quiet }
  },

  // each a single statement, and nothing that anybody would ask the trail about
  async read({ actor, db, now }, { id }) {
    if (!(await storeOf(actor, db, now).read(id))) throw notFound()
    return {}
  },

  async readAll({ actor, db, now }, { upTo }) {
    await storeOf(actor, db, now).readUpTo(upTo)
    return {}
  },
}

/** The contract lets only those this far who have a bell. */
function storeOf(actor: Actor, db: Db, now: Date) {
  const reader = newsReaderOf(actor)
  if (reader === null || actor.kind !== 'member') throw forbidden()
  const { accountId, organisationId } = actor
  return newsStore(db, { accountId, reader, organisationId, kinds: newsKindsOf(actor) }, now)
}
