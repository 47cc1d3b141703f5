import type { WrittenNotice } from '#contract/notices.ts'
import { dayOf, instantOf, showDateTime, timeOf } from '#domain/basics/time.ts'
import { type Audience, audienceNames, NoticeDraft } from '#domain/notices/writing.ts'

/** As it is typed: days and times apart, each may be left empty. */
export type TypedNotice = {
  text: string
  audience: Audience
  organisationIds: string[]
  fromDay: string
  fromTime: string
  untilDay: string
  untilTime: string
}

export const emptyNotice: TypedNotice = {
  ...{ text: '', audience: 'all', organisationIds: [] },
  ...{ fromDay: '', fromTime: '', untilDay: '', untilTime: '' },
}

/** Without a time it begins with the day and ends with the day. */
export const draftFrom = (typed: TypedNotice): NoticeDraft =>
  NoticeDraft.parse({
    text: typed.text,
    audience: typed.audience,
    organisationIds: typed.audience === 'chosen' ? typed.organisationIds : [],
    fromAt: momentOf(typed.fromDay, typed.fromTime || '00:00'),
    untilAt: momentOf(typed.untilDay, typed.untilTime || '23:59'),
  })

const momentOf = (day: string, time: string): Date | null => (day === '' ? null : instantOf(day, time))

/** A time alone says nothing. */
export const timesAlone = ({
  fromDay,
  fromTime,
  untilDay,
  untilTime,
}: TypedNotice): ('fromAt' | 'untilAt')[] => [
  ...(fromTime !== '' && fromDay === '' ? (['fromAt'] as const) : []),
  ...(untilTime !== '' && untilDay === '' ? (['untilAt'] as const) : []),
]

export const typedFrom = (notice: WrittenNotice): TypedNotice => ({
  text: notice.text,
  audience: notice.audience,
  organisationIds: notice.organisations.map(({ id }) => id),
  fromDay: dayOf(notice.fromAt),
  fromTime: timeOf(notice.fromAt),
  untilDay: notice.untilAt ? dayOf(notice.untilAt) : '',
  untilTime: notice.untilAt ? timeOf(notice.untilAt) : '',
})

export const audienceText = ({ audience, organisations }: WrittenNotice): string =>
  audience === 'chosen' ? organisations.map(({ name }) => name).join(', ') : audienceNames[audience]

export const untilText = ({ untilAt }: Pick<WrittenNotice, 'untilAt'>): string =>
  untilAt ? showDateTime(untilAt) : 'open'
