import { IconAlertTriangle } from '@tabler/icons-react'
import type { OwnRequest } from '#contract/requests.ts'
import { useNow } from '../../parts/use-now.ts'
import classes from './Deadline.module.css'
import { deadlineText } from './deadline.ts'
import { Moment } from './Moment.tsx'

/** When it is due, and while it is awaited how long that is from now. */
export function Deadline({ request }: { request: Pick<OwnRequest, 'status' | 'deadlineAt'> }) {
  const left = deadlineText(request, useNow())
  return (
    <>
      <Moment at={request.deadlineAt} />
      {left && ' '}
      {left && (
        <span className={`dim figures row ${classes.left}`} data-passed={left.isPassed || undefined}>
          {left.isPassed && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
          {left.text}
        </span>
      )}
    </>
  )
}
