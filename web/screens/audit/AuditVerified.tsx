import { IconRefresh, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { audit, type Verification } from '#contract/audit.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { showDate, showDateTime } from '#domain/basics/time.ts'
import { verifyWords, whyNotVerify } from '#domain/events/verifying.ts'
import { call, wordsFor } from '../../api/client.ts'
import { queryClient, type useLive } from '../../api/queries.ts'
import { useNow } from '../../parts/use-now.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import classes from './AuditVerified.module.css'

type AuditVerifiedProps = {
  verification: ReturnType<typeof useLive<typeof audit.verification>>
  isProvider: boolean
}

/** Whether the trail is as it was written, when that was last asked, and a button that asks it now. */
export function AuditVerified({ verification: { data, error, refetch }, isProvider }: AuditVerifiedProps) {
  const { doing, take } = useOneAtATime<'asking'>()
  const now = useNow()
  if (!data)
    return (
      error && (
        <Notice kind="warning" onRetry={refetch}>
          {wordsFor(error).text}
        </Notice>
      )
    )
  const { underWay, last } = data
  const newest = underWay ?? last
  const refusal = newest
    ? whyNotVerify({ state: underWay ? 'running' : 'done', askedAt: newest.askedAt }, now)
    : null
  const isGood = last ? last.isWhole === true : null
  const Sign = isGood === false ? IconShieldX : IconShieldCheck

  async function ask() {
    await call(audit.verify, {}).catch((problem) => showAlert(wordsFor(problem)))
    void queryClient.invalidateQueries({ queryKey: [topicOf(audit.verification)] })
  }

  return (
    <section
      className={`box wrap gap-16 ${classes.box}`}
      aria-label="Verification of the trail"
      data-good={isGood ?? undefined}
    >
      <Sign className={`still ${classes.sign}`} size={24} stroke={1.75} aria-hidden />
      <div className={`shrinks ${classes.words}`} role="status">
        <p className="strong">{last ? headOf(last) : 'Not verified yet'}</p>
        {last && <p className="muted small">{foundIn(last, isProvider)}</p>}
        {last && last.told.length > 0 && (
          <ul className={`small ${classes.faults}`}>
            {last.told.map(({ eventId, what }) => (
              <li key={`${eventId} ${what}`}>{eventId === null ? what : `Event ${eventId} ${what}`}</li>
            ))}
          </ul>
        )}
        {underWay && <p className="muted small">{progressOf(underWay)}</p>}
        {underWay && (
          <progress className={classes.bar} value={underWay.read} max={Math.max(1, underWay.total)} />
        )}
      </div>
      <ActionButton
        label={last ? 'Verify again' : 'Verify'}
        icon={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        busy={doing !== null}
        disabledReason={refusal && say(verifyWords, refusal).text}
        onClick={() => void take('asking', ask)}
      />
    </section>
  )
}

const headOf = ({ isWhole, beganAt, askedAt }: Verification): string =>
  isWhole
    ? `Verified until ${showDateTime(beganAt ?? askedAt)}`
    : `The trail is not as it was written (looked at on ${showDateTime(beganAt ?? askedAt)})`

/** Of its own events an organisation learns all, of the others only that the whole does not fit. */
function foundIn(last: Verification, isProvider: boolean): string {
  const { events, firstAt, faults, isWhole } = last
  const of = isProvider ? '' : ' of yours'
  const own = `${numbers.format(events)} ${events === 1 ? 'event' : 'events'}${of}${firstAt ? ` since ${showDate(firstAt)}` : ''}`
  return [`${own}, each sealed to the one before.`, verdictOn(faults, isWhole, isProvider), askedIn(last)]
    .filter(Boolean)
    .join(' ')
}

function verdictOn(faults: number, isWhole: boolean | null, isProvider: boolean): string {
  if (isWhole) return 'Nothing was altered or taken out.'
  if (faults > 0)
    return faults === 1 ? 'One fault was found.' : `${numbers.format(faults)} faults were found.`
  return isProvider
    ? ''
    : 'Yours are as they were written; elsewhere the trail does not fit. The provider sees where.'
}

function askedIn({ askedBy, beganAt, endedAt }: Verification): string {
  const took = beganAt && endedAt ? `took ${seconds(endedAt.getTime() - beganAt.getTime())}` : ''
  return [askedBy && `Asked by ${askedBy}`, took]
    .filter(Boolean)
    .join(', ')
    .replace(/^took/, 'It took')
    .concat('.')
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const progressOf = ({ read, total, beganAt }: Verification): string =>
  beganAt === null
    ? 'Waiting to be verified.'
    : `Verifying: ${numbers.format(read)} of about ${numbers.format(total)} events.`

const numbers = new Intl.NumberFormat('en-IN')
