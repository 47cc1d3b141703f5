import { showDateTime } from '#domain/basics/time.ts'
import { fromNow } from '#domain/requests/timeline.ts'
import { useNow } from '../../parts/use-now.ts'

/**
 * A time of a narrow column, "-" until it is known; how long ago or ahead it is, on hover. Where it does not fit, the
 * day and the time part, never the time and its am.
 */
export function Moment({ at, className }: { at: Date | null; className?: string | undefined }) {
  const now = useNow()
  if (!at) return '-'
  const text = showDateTime(at)
  const cut = text.lastIndexOf(' ', text.indexOf(':'))
  return (
    <time dateTime={at.toISOString()} title={fromNow(at, now)} className={className}>
      {text.slice(0, cut)} <span className="nowrap">{text.slice(cut + 1)}</span>
    </time>
  )
}
