import { memo, type ReactNode, useMemo, useRef } from 'react'
import classes from './DataTableCards.module.css'
import type { Slot } from './held-rows.ts'
import { pressProps } from './row-press.ts'
import type { Column } from './table-shape.ts'
import type { useHeldRows } from './use-held-rows.ts'
import { useRowWindow } from './use-row-window.ts'

type CardRowsProps<T> = {
  label: string
  columns: readonly Column<T>[]
  shown: readonly Slot<T>[]
  /** None is drawn yet. */
  isRoom: boolean
  holdProps: ReturnType<typeof useHeldRows>['holdProps']
  card?: (row: T) => ReactNode
  changedKeys?: ReadonlySet<string>
  chosenKey: string | undefined
  onRowPress?: (row: T) => void
}

type TableCardsProps<T> = CardRowsProps<T> & { inside: ReactNode; isLoading: boolean; pageSize: number }

/** The same rows where a table has no room: full width, a line between, no boxes. */
export const TableCards = <T,>({ inside, isLoading, pageSize, ...rows }: TableCardsProps<T>) => (
  <div className={classes.frame} aria-busy={isLoading}>
    <CardRows {...rows} />
    {isLoading && <SkeletonCards count={Math.min(pageSize, 5)} />}
    {inside && <div className={isLoading ? classes.over : undefined}>{inside}</div>}
  </div>
)

function CardRows<T>({ label, columns, shown, isRoom, holdProps, card, ...rest }: CardRowsProps<T>) {
  const { changedKeys, chosenKey, onRowPress } = rest
  const list = useRef<HTMLUListElement>(null)
  const { pieces, heightOf, isPart, windowProps } = useRowWindow(list, shown, {
    label: `${label}, cards`,
    chosenKey,
    isRoom,
  })
  return (
    <ul ref={list} className={classes.list} {...holdProps} {...windowProps}>
      {pieces.map((piece) => {
        if (piece.kind === 'room') {
          return (
            <li key={piece.key} className={classes.room} style={{ height: piece.px }} aria-hidden="true" />
          )
        }
        const { key, row } = piece.slot
        return row === null ? (
          <li key={key} className={classes.gone} style={{ height: heightOf(key) }}>
            No longer in this list
          </li>
        ) : (
          <CardRow
            key={key}
            {...{ columns, row, card, onRowPress }}
            rowKey={key}
            place={isPart ? piece.at + 1 : undefined}
            count={isPart ? shown.length : undefined}
            isChanged={changedKeys?.has(key) ?? false}
          />
        )
      })}
    </ul>
  )
}

type CardRowProps<T> = Pick<CardRowsProps<T>, 'columns' | 'card' | 'onRowPress'> & {
  row: T
  rowKey: string
  place: number | undefined
  count: number | undefined
  isChanged: boolean
}

const CardRow = memo(function CardRow<T>(props: CardRowProps<T>) {
  const { columns, row, rowKey, place, count, isChanged, card, onRowPress } = props
  const inside = useMemo(
    () => (card ? card(row) : <Facts columns={columns} row={row} />),
    [card, columns, row],
  )
  return (
    <li
      aria-posinset={place}
      aria-setsize={count}
      data-row={rowKey}
      data-changed={isChanged || undefined}
      {...pressProps(row, onRowPress)}
    >
      {inside}
    </li>
  )
}) as <T>(props: CardRowProps<T>) => ReactNode

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
