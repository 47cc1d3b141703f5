import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { ComponentCode } from '#domain/basics/blood.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { freshnessOf, freshnessText } from '#domain/stock/freshness.ts'
import { useNow } from '../../../parts/use-now.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import classes from './StockAge.module.css'
import type { StockForm } from './use-stock-form.ts'

/** When it was counted last and by whom, and one press for when nothing has changed since. */
export function StockAge({ form, component }: { form: StockForm; component: ComponentCode }) {
  const now = useNow()
  const { now: stock, doing: busy } = form
  if (!stock) return <div className={`row wrap ${classes.age}`} aria-hidden="true" />
  const { countedAt, countedBy, isBySystem } = stock
  const freshness = freshnessOf(component, countedAt, now)
  const text = freshnessText(component, countedAt, now)
  return (
    <section className={`row wrap ${classes.age}`} data-freshness={freshness} aria-label="Last count">
      {freshness === 'fresh' ? (
        <span className={classes.dot} aria-hidden="true" />
      ) : (
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      )}
      <p>
        <strong>{`${text.charAt(0).toUpperCase()}${text.slice(1)}`}</strong>
        {countedAt && (
          <span className="dim">
            {' '}
            by {isBySystem && 'system, '}
            <bdi>{countedBy}</bdi>, <time dateTime={countedAt.toISOString()}>{showDateTime(countedAt)}</time>
          </span>
        )}
      </p>
      {countedAt && (
        <PushButton
          size="sm"
          icon={<IconCheck size={16} stroke={1.75} aria-hidden />}
          // what is typed would be lost
          disabled={form.isTyped || busy === 'counting'}
          title={form.isTyped ? 'Submit or undo what you typed first.' : 'Count again with the same numbers.'}
          loading={busy === 'confirming'}
          loadingLabel="Saving"
          onClick={() => void form.confirm()}
        >
          Still correct
        </PushButton>
      )}
    </section>
  )
}
