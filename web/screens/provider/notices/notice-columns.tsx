import type { WrittenNotice } from '#contract/notices.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { isOver, type NoticeState, stateOf } from '#domain/notices/writing.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Badge, type BadgeKind } from '../../../ui/feedback/Badge.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import classes from './Notices.module.css'
import { audienceText, untilText } from './notice-draft.ts'

export type NoticeActs = {
  /** The id of the one that is being ended. */
  busy: string | null
  change: (notice: WrittenNotice) => void
  end: (notice: WrittenNotice) => void
}

export const noticeColumns = (acts: NoticeActs): Column<WrittenNotice>[] => [
  { title: 'Notice', width: 300, cell: (notice) => <Words notice={notice} /> },
  { title: 'To whom', width: 150, cell: (notice) => <span className="breaks">{audienceText(notice)}</span> },
  { title: 'From', width: 160, cell: ({ fromAt }) => showDateTime(fromAt) },
  { title: 'Until', width: 160, cell: untilText },
  { title: 'State', width: 110, cell: (notice) => <State notice={notice} /> },
  { title: 'Written by', width: 150, cell: (notice) => <Writer notice={notice} /> },
  { title: 'Action', width: 150, firm: true, cell: (notice) => <Acts notice={notice} acts={acts} /> },
]

const textAt = ({ id }: WrittenNotice): string => `notice-row-${id}`

const Words = ({ notice }: { notice: WrittenNotice }) => (
  <bdi id={textAt(notice)} className="breaks">
    {notice.text}
  </bdi>
)

const looks: Record<NoticeState, BadgeKind> = {
  standing: 'green',
  'to come': 'amber',
  ended: 'black',
  over: 'grey',
}

function State({ notice }: { notice: WrittenNotice }) {
  const state = stateOf(notice, useNow(10_000))
  return (
    <div className="stack">
      <span>
        <Badge kind={looks[state]}>{state}</Badge>
      </span>
      {notice.endedBy !== null && (
        <span className="tiny breaks">
          by <bdi>{notice.endedBy}</bdi>
        </span>
      )}
    </div>
  )
}

const Writer = ({ notice: { writtenBy, writtenAt } }: { notice: WrittenNotice }) => (
  <div className="stack breaks">
    <bdi>{writtenBy}</bdi>
    <time className="muted" dateTime={writtenAt.toISOString()}>
      {showDateTime(writtenAt)}
    </time>
  </div>
)

function Acts({ notice, acts }: { notice: WrittenNotice; acts: NoticeActs }) {
  const now = useNow(10_000)
  if (isOver(notice, now)) return null
  const about = { size: 'xs', 'aria-describedby': textAt(notice) } as const
  return (
    <div className={`row wrap gap-8 ${classes.acts}`}>
      <PushButton {...about} onClick={() => acts.change(notice)}>
        Change
      </PushButton>
      <PushButton {...about} loading={acts.busy === String(notice.id)} onClick={() => acts.end(notice)}>
        End
      </PushButton>
    </div>
  )
}

export const NoticeCard = ({ notice, acts }: { notice: WrittenNotice; acts: NoticeActs }) => (
  <article className={classes.card} aria-labelledby={textAt(notice)}>
    <Words notice={notice} />
    <State notice={notice} />
    <span className="small breaks">
      To {audienceText(notice)}, from {showDateTime(notice.fromAt)}, until {untilText(notice)}
    </span>
    <span className="small">
      Written by <Writer notice={notice} />
    </span>
    <Acts notice={notice} acts={acts} />
  </article>
)
