import type { RequestSummary } from '#contract/requests.ts'
import { statusKind } from '#domain/requests/showing.ts'
import classes from './WeekBar.module.css'

type Kind = ReturnType<typeof statusKind>

const words: Record<Kind, string> = { grey: 'pending', green: 'approved', black: 'others', red: 'completed' }

/** The week's requests by the colour of their status; the numbers beneath say the same. */
export function WeekBar({ week }: { week: RequestSummary['week'] }) {
  const counts = Object.keys(words).map((kind) => ({
    kind: kind as Kind,
    count: countOf(kind as Kind, week),
  }))
  return (
    <>
      <div className={classes.bar} aria-hidden="true">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <span key={kind} data-kind={kind} style={{ flexGrow: count }} />
          ))}
      </div>
      <dl className={classes.legend}>
        {counts.map(({ kind, count }) => (
          <div key={kind} className={`small row gap-8 ends ${classes.entry}`}>
            <dt data-kind={kind}>{words[kind]}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const countOf = (kind: Kind, week: RequestSummary['week']): number =>
  week.filter(({ status }) => statusKind(status) === kind).reduce((sum, { count }) => sum + count, 0)
