import { z } from 'zod'
import { Audience, NoticeDraft } from '#domain/notices/writing.ts'
import { hasHome, isProvider } from '#domain/people/actor.ts'
import { nothing, pageOf } from './answers.ts'
import { route } from './route.ts'

const NoticeId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const Version = z.number().int().min(1).max(2_147_483_647)

/** As it stands on Home, and no more. */
const StandingNotice = z.object({
  id: z.number().int(),
  text: z.string(),
  version: z.number().int(),
  untilAt: z.coerce.date().nullable(),
})
export type StandingNotice = z.infer<typeof StandingNotice>

export const WrittenNotice = StandingNotice.extend({
  audience: Audience,
  organisations: z.array(z.object({ id: z.string(), name: z.string() })),
  fromAt: z.coerce.date(),
  writtenAt: z.coerce.date(),
  writtenBy: z.string(),
  endedAt: z.coerce.date().nullable(),
  endedBy: z.string().nullable(),
})
export type WrittenNotice = z.infer<typeof WrittenNotice>

/** What the provider has to say to those who use the product (ruling AMB-310). */
export const notices = {
  standing: route({
    method: 'GET',
    path: '/api/notices/standing',
    summary: 'The notices for you that stand now, newest first, and when that changes by itself',
    who: hasHome,
    input: nothing,
    output: z.object({ items: z.array(StandingNotice), changesAt: z.coerce.date().nullable() }),
  }),
  list: route({
    method: 'GET',
    path: '/api/notices',
    summary: 'Every notice there was, the latest first, 20 at a time',
    who: isProvider,
    input: z.strictObject({ after: NoticeId.optional(), through: NoticeId.optional() }),
    output: pageOf(WrittenNotice),
  }),
  write: route({
    method: 'POST',
    path: '/api/notices',
    summary: 'Write a notice to hospitals, banks, all or some organisations',
    who: isProvider,
    input: NoticeDraft,
    output: WrittenNotice,
    repeatable: true,
  }),
  change: route({
    method: 'PUT',
    path: '/api/notices/:id',
    summary: 'Change a notice that is not over',
    who: isProvider,
    input: NoticeDraft.extend({ id: NoticeId, version: Version }),
    output: WrittenNotice,
    repeatable: true,
  }),
  end: route({
    method: 'PUT',
    path: '/api/notices/:id/end',
    summary: 'End a notice now',
    who: isProvider,
    input: z.strictObject({ id: NoticeId, version: Version }),
    output: WrittenNotice,
    repeatable: true,
  }),
}
