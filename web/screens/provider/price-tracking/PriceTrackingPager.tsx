import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { pageSizes, positionText } from '#domain/billing/price-tracking.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import classes from './PriceTrackingPager.module.css'

type PriceTrackingPagerProps = {
  page: {
    items: readonly unknown[]
    total: number
    from: number
    next: string | null
    previous: string | null
  }
  size: number
  isTurning: boolean
  /** Answers with the size that was taken. */
  onResize: (typed: number | null) => number
  onOlder: () => void
  onNewer: () => void
}

/** How many rows a page has, where it stands among all, and the ways to its neighbours. */
export function PriceTrackingPager({ page, size, isTurning, ...on }: PriceTrackingPagerProps) {
  const { items, total, from, next, previous } = page
  return (
    <nav className={`row wrap ${classes.pager}`} aria-label="Pages">
      <PageSize size={size} total={total} onResize={on.onResize} />
      <p className={`figures ${classes.position}`} aria-live="polite">
        {positionText(from, items.length, total)}
      </p>
      <div className={`wide-on-phone ${classes.buttons}`}>
        <PushButton
          size="sm"
          icon={<IconChevronLeft size={16} stroke={1.75} aria-hidden />}
          disabled={previous === null || isTurning}
          onClick={on.onNewer}
        >
          Previous
        </PushButton>
        <PushButton size="sm" disabled={next === null || isTurning} onClick={on.onOlder}>
          Next
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </PushButton>
      </div>
    </nav>
  )
}

type PageSizeProps = { size: number; total: number; onResize: (typed: number | null) => number }

/** Taken when it is left (ruling AMB-168); what is typed stays as it is until then. */
function PageSize({ size, total, onResize }: PageSizeProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const isCut = size === pageSizes.most && total > pageSizes.most

  function take() {
    if (typed === null) return
    onResize(typed === '' ? null : Number(typed))
    setTyped(null)
  }

  return (
    <div className={`row wrap ${classes.size}`}>
      <label htmlFor={id}>Page size</label>
      <input
        id={id}
        className={classes.input}
        type="number"
        inputMode="numeric"
        min={1}
        max={Math.max(1, Math.min(total, pageSizes.most))}
        step={1}
        value={typed ?? size}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => event.key === 'Enter' && take()}
        aria-describedby={isCut ? `${id}-most` : undefined}
      />
      {isCut && (
        <span id={`${id}-most`} className={classes.most}>
          A page holds at most {pageSizes.most} orders.
        </span>
      )}
    </div>
  )
}
