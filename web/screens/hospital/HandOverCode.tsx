import { IconLock } from '@tabler/icons-react'
import { driving } from '#contract/driving.ts'
import type { DeliveredRequest, RequestDetail } from '#contract/requests.ts'
import type { HandOver } from '#domain/driving/reporting.ts'
import { handOverText, isItTime, lockedText, noCodeText, whenToTell } from '#domain/driving/telling.ts'
import { wordsFor } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { NotYet } from '../../parts/NotYet.tsx'
import { useChangedRows } from '../../parts/use-changed-rows.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import classes from './HandOverCode.module.css'

type HandOverCodeProps = {
  request: Pick<RequestDetail | DeliveredRequest, 'id' | 'status' | 'invoiceKind' | 'deliveries'>
}

/** What to tell the driver when the sample or the blood changes hands. Goes on by itself once it was typed. */
export function HandOverCode({ request }: HandOverCodeProps) {
  const asked = useLive(driving.codes, { id: request.id })
  const { data, error, isPlaceholderData } = asked
  // never the code of another request, not even for a moment
  const items = isPlaceholderData ? undefined : data?.items
  const next = items?.[0]
  const changed = useChangedRows(next && [rowOf(next)], request.id)

  return (
    <div className="stack gap-12">
      {items && error && <Notice kind="warning">This may be out of date: {wordsFor(error).text}</Notice>}
      {!items && <NotYet asked={asked} height={94} />}
      {/* there before its first words, else screen readers miss a change */}
      <div aria-live="polite">
        {next && (
          <div className={`box ${classes.next}`} data-changed={changed.has(rowOf(next).id) || undefined}>
            <Told item={next} request={request} />
          </div>
        )}
        {items && !next && <p className="dim">{noCodeText(request)}</p>}
      </div>
      {items?.slice(1).map((item) => (
        <details key={rowOf(item).id} className={`small ${classes.further}`}>
          <summary>{isItTime(item)}</summary>
          <Told item={item} request={request} />
        </details>
      ))}
    </div>
  )
}

const rowOf = ({ seq, step, isLocked }: HandOver) => ({ id: `${seq} ${step}`, version: isLocked ? 2 : 1 })

function Told({ item, request: { deliveries } }: { item: HandOver } & HandOverCodeProps) {
  return (
    <div className={classes.told} data-locked={item.isLocked || undefined}>
      <p className={`heading ${classes.what}`}>{handOverText(item, deliveries)}</p>
      {item.isLocked ? (
        <p className={`medium gap-8 ${classes.locked}`}>
          <IconLock size={18} stroke={1.75} aria-hidden />
          {lockedText}
        </p>
      ) : (
        <>
          <Digits code={item.code} />
          <p className={classes.when}>{whenToTell(item)}</p>
        </>
      )}
    </div>
  )
}

/** Read aloud one by one: as a number it would be of no use to anybody. */
function Digits({ code }: { code: string }) {
  return (
    <p className={classes.digits}>
      <span className={classes.seen} aria-hidden="true">
        <span>{code.slice(0, 3)}</span> <span>{code.slice(3)}</span>
      </span>
      <span className="visually-hidden">{Array.from(code).join(' ')}</span>
    </p>
  )
}
