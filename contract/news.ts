import { z } from 'zod'
import { QuietHours } from '#domain/messages/hearing.ts'
import { mostUnread, newsKeptDays, newsReaderOf } from '#domain/messages/news.ts'
import type { Who } from '#domain/people/actor.ts'
import { Done, nothing, pageOf } from './answers.ts'
import { route } from './route.ts'

const NewsId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** One piece of what concerns somebody: no patient and no hospital in its words. */
export const NewsItem = z.object({
  id: z.number().int(),
  kind: z.string(),
  title: z.string(),
  words: z.string(),
  at: z.coerce.date(),
  requestId: z.string().nullable(),
  /** Whose it is, for the provider alone. */
  place: z.string().nullable(),
  isUnread: z.boolean(),
  /** Something has happened since: it is no longer so (ruling AMB-302). */
  isOver: z.boolean(),
})
export type NewsItem = z.infer<typeof NewsItem>

const hasBell: Who = (actor) => newsReaderOf(actor) !== null

/** The bell: what the organisation somebody acts for is told, with what they have read of it. */
export const news = {
  list: route({
    method: 'GET',
    path: '/api/news',
    summary: `What concerns you, newest first, 20 at a time, for ${newsKeptDays} days`,
    who: hasBell,
    input: z.strictObject({
      /** Ids: what was told later has a higher one. */
      after: NewsId.optional(),
      through: NewsId.optional(),
    }),
    output: pageOf(NewsItem),
  }),
  summary: route({
    method: 'GET',
    path: '/api/news/summary',
    summary: `How much of it you have not read, and your quiet hours; ${mostUnread + 1} stands for more than ${mostUnread}`,
    who: hasBell,
    input: nothing,
    output: z.object({ unread: z.number().int(), quiet: QuietHours.nullable() }),
    restMs: 500,
  }),
  read: route({
    method: 'PUT',
    path: '/api/news/:id/read',
    summary: 'You have read one piece of it',
    who: hasBell,
    input: z.strictObject({ id: NewsId }),
    output: Done,
  }),
  readAll: route({
    method: 'PUT',
    path: '/api/news/read',
    summary: 'You have read all of it up to this one, which is the newest you were shown',
    who: hasBell,
    input: z.strictObject({ upTo: NewsId }),
    output: Done,
  }),
}
