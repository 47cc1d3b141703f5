import type { ReactNode, RefObject } from 'react'
import classes from './DataTableCards.module.css'
import type { Slot } from './held-rows.ts'
import { pressProps } from './row-press.ts'
import type { Column } from './table-shape.ts'
import type { useHeldRows } from './use-held-rows.ts'

type TableCardsProps<T> = {
  columns: readonly Column<T>[]
  shown: readonly Slot<T>[]
  holdProps: ReturnType<typeof useHeldRows>['holdProps']
  heights: RefObject<Map<string, number>>
  card?: (row: T) => ReactNode
  changedKeys?: ReadonlySet<string>
  onRowPress?: (row: T) => void
  inside: ReactNode
  isLoading: boolean
  pageSize: number
}

/** The same rows where a table has no room: full width, a line between, no boxes. */
export function TableCards<T>({ columns, shown, holdProps, heights, ...rest }: TableCardsProps<T>) {
  const {
    card = (row: T) => <Facts columns={columns} row={row} />,
    changedKeys,
    onRowPress,
    inside,
    isLoading,
    pageSize,
  } = rest
  return (
    <div className={classes.frame} aria-busy={isLoading}>
      <ul className={classes.list} {...holdProps}>
        {shown.map(({ key, row }) =>
          row === null ? (
            <li key={key} className={classes.gone} style={{ height: heights.current.get(key) }}>
              No longer in this list
            </li>
          ) : (
            <li
              key={key}
              data-row={key}
              data-changed={changedKeys?.has(key) || undefined}
              {...pressProps(row, onRowPress)}
            >
              {card(row)}
            </li>
          ),
        )}
      </ul>
      {isLoading && <SkeletonCards count={Math.min(pageSize, 5)} />}
      {inside && <div className={isLoading ? classes.over : undefined}>{inside}</div>}
    </div>
  )
}

function Facts<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  return (
    <dl className={classes.facts}>
      {columns.map(({ title, cell }) => (
        <div key={title} className={`stack gap-12 ${classes.fact}`}>
          <dt>{title}</dt>
          <dd>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

function SkeletonCards({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
        <div key={at} className={`stack gap-12 ${classes.skeleton}`}>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
