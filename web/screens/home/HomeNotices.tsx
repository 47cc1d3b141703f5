import { useEffect, useState } from 'react'
import { notices, type StandingNotice } from '#contract/notices.ts'
import { hours } from '#domain/basics/time.ts'
import { useLive } from '../../api/queries.ts'
import { now } from '../../server-clock.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './HomeNotices.module.css'

/** The first of these are shown, and a button for all. */
const few = 3

export type ClosedNotices = { closed: ReadonlySet<string>; close: (notice: string) => void }

/** Changed, it is news again. */
const nameOf = ({ id, version }: StandingNotice): string => `${id} ${version}`

/** What the provider has to say, the newest first (rulings AMB-175 and AMB-310). */
export function HomeNotices({ closed, close }: ClosedNotices) {
  const { data, refetch } = useLive(notices.standing, {})
  const changesAt = data?.changesAt?.getTime()
  useEffect(() => {
    if (changesAt === undefined) return
    // one that is far off is looked for again: no timer of a browser reaches weeks
    const wait = Math.min(Math.max(changesAt - now().getTime(), 1_000), hours(1))
    const timer = setInterval(() => void refetch(), wait)
    return () => clearInterval(timer)
  }, [changesAt, refetch])
  const [isWhole, setIsWhole] = useState(false)
  const open = data?.items.filter((notice) => !closed.has(nameOf(notice))) ?? []
  const shown = isWhole ? open : open.slice(0, few)
  return (
    <>
      {shown.map((notice) => (
        <Notice key={nameOf(notice)} onClose={() => close(nameOf(notice))}>
          <span className="breaks">{notice.text}</span>
        </Notice>
      ))}
      {open.length > few && (
        <div className={classes.more}>
          <PushButton size="xs" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer notices' : `Show all ${open.length} notices`}
          </PushButton>
        </div>
      )}
    </>
  )
}
