import type { Found } from '#contract/finding.ts'
import { dueText, nextDue } from '#domain/requests/due.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { StatusBadge } from '../StatusBadge.tsx'
import { useNow } from '../use-now.ts'
import classes from './FoundRequest.module.css'
import { Marked } from './Marked.tsx'

/** One request that was found: whose it is, what for, and how it stands. */
export function FoundRequest({ found }: { found: Found }) {
  const { marks } = found
  const { group, component, units } = bloodInformation(found)
  const now = useNow()
  const due = nextDue(found, now)
  return (
    <span className={classes.found}>
      <span className="shrinks">
        <span className={`block breaks ${classes.who}`}>
          <strong>
            <Marked text={found.patientName} marks={marks.patientName} />
          </strong>{' '}
          <span className="dim figures">
            <Marked text={found.patientId} marks={marks.patientId} />
          </span>{' '}
          <span className="medium figures">
            <Marked text={found.id} marks={marks.id} />
          </span>
        </span>
        <span className="block tiny dim breaks">
          {found.hospitalName !== null && (
            <>
              <Marked text={found.hospitalName} marks={marks.hospitalName} />,{' '}
            </>
          )}
          <strong>{group}</strong> {component}, {units}
          {found.driverName !== null && (
            <>
              , driver <Marked text={found.driverName} marks={marks.driverName} />
            </>
          )}
          {due && <>, {dueText(due, now)}</>}
        </span>
      </span>
      <span className="still">
        <StatusBadge request={found} />
      </span>
    </span>
  )
}
