import { z } from 'zod'
import { Moment } from '../basics/day.ts'
import { no, type Refusal, type Wording } from '../basics/refusal.ts'
import { isBlank, tidy } from '../basics/text.ts'

export const audiences = ['all', 'hospitals', 'banks', 'chosen'] as const
export const Audience = z.enum(audiences)
export type Audience = z.infer<typeof Audience>

export const audienceNames: Record<Audience, string> = {
  all: 'Everybody',
  hospitals: 'Hospitals',
  banks: 'Blood banks',
  chosen: 'Chosen',
}

export const longestNotice = 300
const mostChosen = 100
/** That stand or are to come, over all: more than anybody reads. What is over is not counted. */
export const mostAtOnce = 100

export const noticeWords = {
  empty: { title: 'Nothing Written', text: 'Please write what the notice says.' },
  'too-long': {
    title: 'Too Long',
    text: 'A notice has at most {most} characters. This one has {length}.',
  },
  'nobody-chosen': { title: 'Nobody Chosen', text: 'Please choose who is to read it.' },
  'too-many-chosen': {
    title: 'Too Many Chosen',
    text: 'A notice goes to at most {most} chosen organisations. Please write it to all hospitals or all banks.',
  },
  'unknown-organisation': {
    title: 'Unknown Organisation',
    text: 'There is no hospital or bank “{id}”. Please choose again.',
  },
  'over-already': {
    title: 'Over Already',
    text: 'Its end has passed, so nobody would see it. Please choose a later one.',
  },
  'ends-before-it-begins': {
    title: 'Ends Before It Begins',
    text: 'Its end has to be after its beginning.',
  },
  'too-many': {
    title: 'Too Many Notices',
    text: '{most} notices stand or are to come. Please end one of them first.',
    conflict: true,
  },
  'changed-meanwhile': {
    title: 'Changed Meanwhile',
    text: 'Somebody else changed this notice. It reads now: “{text}”. Nothing was done; please look again.',
    conflict: true,
  },
  'over-now': {
    title: 'Over',
    text: 'This notice is over and is kept as it was. Please write a new one.',
    conflict: true,
  },
} satisfies Record<string, Wording>

export type NoticeRefusal = Refusal<keyof typeof noticeWords>

/** What the form holds. Without a beginning it begins at once, without an end it stands until it is ended. */
export const NoticeDraft = z.strictObject({
  // far longer than a notice: how long it may be is told at the field
  text: z.string().max(20_000).transform(tidy),
  audience: Audience,
  organisationIds: z.array(z.string().min(1).max(100)).max(1_000).default([]),
  fromAt: Moment.nullable().default(null),
  untilAt: Moment.nullable().default(null),
})
export type NoticeDraft = z.infer<typeof NoticeDraft>

export type Notice = {
  text: string
  audience: Audience
  organisationIds: string[]
  fromAt: Date
  untilAt: Date | null
  endedAt: Date | null
  version: number
}

/** Asked in the browser, and on the server before anything is looked up. */
export function whyNotWrite(draft: NoticeDraft, now: Date): NoticeRefusal | null {
  if (isBlank(draft.text)) return no('empty', 'text')
  const { length } = [...draft.text]
  if (length > longestNotice) return no('too-long', 'text', { most: longestNotice, length })
  if (draft.audience === 'chosen') {
    if (draft.organisationIds.length === 0) return no('nobody-chosen', 'organisationIds')
    if (draft.organisationIds.length > mostChosen)
      return no('too-many-chosen', 'organisationIds', { most: mostChosen })
  }
  if (draft.untilAt === null) return null
  if (draft.fromAt !== null && draft.untilAt <= draft.fromAt) return no('ends-before-it-begins', 'untilAt')
  return draft.untilAt <= now ? no('over-already', 'untilAt') : null
}

/** With those of the chosen that there are. */
export function whyNotChosen(draft: NoticeDraft, known: readonly string[]): NoticeRefusal | null {
  if (draft.audience !== 'chosen') return null
  const id = draft.organisationIds.find((one) => !known.includes(one))
  return id === undefined ? null : no('unknown-organisation', 'organisationIds', { id })
}

/** With how many others stand or are to come. */
export const whyNotOneMore = (others: number): NoticeRefusal | null =>
  others < mostAtOnce ? null : no('too-many', undefined, { most: mostAtOnce })

/** Whoever changes or ends it has seen it as it is; what is over stays as it was. */
export function whyNotTouch(notice: Notice, seen: number, now: Date): NoticeRefusal | null {
  if (notice.version !== seen) return no('changed-meanwhile', undefined, { text: notice.text })
  return isOver(notice, now) ? no('over-now') : null
}

export const isOver = ({ untilAt, endedAt }: Pick<Notice, 'untilAt' | 'endedAt'>, now: Date): boolean =>
  endedAt !== null || (untilAt !== null && untilAt <= now)

export type NoticeState = 'standing' | 'to come' | 'ended' | 'over'

export function stateOf(notice: Pick<Notice, 'fromAt' | 'untilAt' | 'endedAt'>, now: Date): NoticeState {
  if (notice.endedAt !== null) return 'ended'
  if (isOver(notice, now)) return 'over'
  return notice.fromAt > now ? 'to come' : 'standing'
}

/** What is kept of a draft that nothing speaks against. One that stands already keeps its beginning. */
export function noticeFrom(
  draft: NoticeDraft,
  now: Date,
  before?: Notice,
): Omit<Notice, 'version' | 'endedAt'> {
  const begun = before && before.fromAt <= now ? before.fromAt : now
  return {
    text: draft.text,
    audience: draft.audience,
    organisationIds: draft.audience === 'chosen' ? [...new Set(draft.organisationIds)] : [],
    fromAt: draft.fromAt !== null && draft.fromAt > now ? draft.fromAt : begun,
    untilAt: draft.untilAt,
  }
}
