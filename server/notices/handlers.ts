import type { notices } from '#contract/notices.ts'
import {
  type Notice,
  type NoticeDraft,
  noticeFrom,
  noticeWords,
  whyNotChosen,
  whyNotOneMore,
  whyNotTouch,
  whyNotWrite,
} from '#domain/notices/writing.ts'
import type { Actor } from '#domain/people/actor.ts'
import { doerText } from '#domain/people/doer.ts'
import type { Work } from '../db/work.ts'
import type { Handlers } from '../platform/http/call.ts'
import { notFound, refuse } from '../platform/http/refuse.ts'
import { type NoticeReader, noticeStore, noticeWriter, written } from './store.ts'

const pageSize = 20

export const noticeHandlers: Handlers<typeof notices> = {
  async standing({ actor, db, now }) {
    const rows = await noticeStore(db).notOverFor(readerOf(actor), now)
    const standing = rows.filter(({ fromAt }) => fromAt <= now)
    const changes = rows.flatMap(({ fromAt, untilAt }) => (fromAt > now ? [fromAt] : (untilAt ?? [])))
    const [changesAt = null] = changes.toSorted((one, other) => one.getTime() - other.getTime())
    return {
      items: standing.map(({ id, text, version, untilAt }) => ({ id, text, version, untilAt })),
      changesAt,
    }
  },

  async list({ db }, { after = null, through = null }) {
    const rows = await noticeStore(db).list({ after, through, limit: pageSize })
    const last = rows.at(-1)
    return {
      items: await written(db, rows),
      next: last && rows.length >= pageSize ? String(last.id) : null,
    }
  },

  write: ({ actor, now, inTransaction }, draft) =>
    inTransaction(async (work) => {
      await refuseDraft(work, draft)
      const writer = noticeWriter(work)
      refuse(noticeWords, whyNotOneMore(await writer.countNotOver()))
      const row = await writer.insert(noticeFrom(draft, now), nameOf(actor))
      return told(work, 'notice-written', row)
    }),

  change: ({ now, inTransaction }, { id, version, ...draft }) =>
    inTransaction(async (work) => {
      const writer = noticeWriter(work)
      const before = await writer.lock(id)
      if (!before) throw notFound()
      refuse(noticeWords, whyNotTouch(before, version, now))
      await refuseDraft(work, draft)
      return told(work, 'notice-changed', await writer.change(id, noticeFrom(draft, now, before)))
    }),

  end: ({ actor, now, inTransaction }, { id, version }) =>
    inTransaction(async (work) => {
      const writer = noticeWriter(work)
      const before = await writer.lock(id)
      if (!before) throw notFound()
      refuse(noticeWords, whyNotTouch(before, version, now))
      return told(work, 'notice-ended', await writer.change(id, { endedAt: now, endedBy: nameOf(actor) }))
    }),
}

async function refuseDraft(work: Work, draft: NoticeDraft): Promise<void> {
  refuse(noticeWords, whyNotWrite(draft, work.now))
  const known = await noticeStore(work.db).organisations(draft.organisationIds)
  refuse(
    noticeWords,
    whyNotChosen(
      draft,
      known.map(({ id }) => id),
    ),
  )
}

async function told(
  work: Work,
  kind: 'notice-written' | 'notice-changed' | 'notice-ended',
  row: Notice & Parameters<typeof written>[1][number],
) {
  const { id, text, audience, organisationIds, fromAt, untilAt } = row
  await work.record({
    subjectId: String(id),
    kind,
    detail: {
      ...{ text, audience, organisationIds },
      from: fromAt.toISOString(),
      until: untilAt?.toISOString() ?? null,
    },
  })
  const [notice] = await written(work.db, [row])
  if (!notice) throw new Error('a notice that was saved is not there')
  return notice
}

function readerOf(actor: Actor): NoticeReader {
  if (actor.kind === 'driver') throw notFound()
  const { product, organisationId } = actor
  if (product === 'admin') return { kind: 'provider', organisationId }
  return { kind: product === 'bloodbank' ? 'bank' : 'hospital', organisationId }
}

function nameOf(actor: Actor): string {
  return doerText({ person: (actor.kind === 'member' && actor.person) || '', place: actor.displayName })
}
