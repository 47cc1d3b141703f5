import { type ReactNode, type RefObject, useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { PushButton } from '../fields/PushButton.tsx'
import classes from './DataTable.module.css'
import { TableCards } from './DataTableCards.tsx'
import { TableRows } from './DataTableRows.tsx'
import { TableEmpty, TableFailed, TableLoading } from './DataTableStates.tsx'
import { few } from './row-window.ts'
import { type Column, type TableShape, tableShape } from './table-shape.ts'
import { useHeldRows } from './use-held-rows.ts'
import { useKeptFocus } from './use-kept-focus.ts'

export type DataTableProps<T> = {
  /** Undefined until they are known. */
  rows: readonly T[] | undefined
  columns: readonly Column<T>[]
  rowKey: (row: T) => string
  /** The table's name for those who cannot see it. */
  label: string
  /** The first when the list itself is empty, the second when a search or filter finds nothing. */
  empty: 'NO DATA FOUND' | 'DATA NOT FOUND'
  /** Why, and the way out. */
  emptyHelp?: ReactNode
  emptyAction?: ReactNode
  failed?: { text?: string; retry: () => void } | null
  /** How many rows a page has, for the shape while loading. */
  pageSize?: number
  changedKeys?: ReadonlySet<string>
  /** The row that is worked on beside the table. */
  chosenKey?: string | undefined
  /** Changes with search and filter: another view is shown at once, even under the pointer. */
  viewKey?: string
  /** One row on a phone; otherwise drawn from the columns. */
  card?: (row: T) => ReactNode
  /** A press anywhere on the row. Have a link or button in it that does the same, for the keyboard. */
  onRowPress?: (row: T) => void
  onHoldChange?: (isHeld: boolean) => void
}

const noRows: readonly never[] = []

export function DataTable<T>(props: DataTableProps<T>) {
  const { rows, columns, rowKey, label, failed, viewKey, onHoldChange, pageSize = 10 } = props
  const frame = useRef<HTMLDivElement>(null)
  const shape = useTableShape(frame, columns)
  const coming = useComing(rows)
  const { shown, isHeld, waiting, release, forgetFocus, holdProps } = useHeldRows(
    (coming === 'loading' ? undefined : rows) ?? noRows,
    rowKey,
    viewKey,
  )
  const focusProps = useKeptFocus(frame, forgetFocus)

  const lastHeld = useRef(isHeld)
  useLayoutEffect(() => {
    if (lastHeld.current === isHeld) return
    lastHeld.current = isHeld
    onHoldChange?.(isHeld)
  }, [isHeld, onHoldChange])

  const state = stateOf(coming === 'loading' ? undefined : rows, failed)
  const inside = {
    loading: <TableLoading />,
    failed: failed && <TableFailed text={failed.text} retry={failed.retry} />,
    empty: <TableEmpty words={props.empty} help={props.emptyHelp} action={props.emptyAction} />,
    filled: null,
  }[state]

  return (
    // biome-ignore lint/a11y/useSemanticElements: it takes the focus of a row that has left, and is no section
    <div ref={frame} className={classes.frame} role="group" aria-label={label} tabIndex={-1} {...focusProps}>
      {waiting && (
        <div className={classes.waiting} {...holdProps}>
          <PushButton kind="outlined" size="xs" onClick={release}>
            {waiting}
          </PushButton>
        </div>
      )}
      {shape === undefined ? null : shape === null ? (
        <TableCards
          {...{ columns, shown, holdProps, label, inside, pageSize }}
          isRoom={coming === 'room'}
          isLoading={state === 'loading'}
          card={props.card}
          onRowPress={props.onRowPress}
          changedKeys={props.changedKeys}
          chosenKey={props.chosenKey}
        />
      ) : (
        <table
          className={`small ${classes.table}`}
          aria-label={label}
          aria-busy={state === 'loading'}
          aria-rowcount={shown.length > few ? shown.length + 1 : undefined}
        >
          <Widths columns={columns} widths={shape.widths} />
          <thead>
            <tr aria-rowindex={shown.length > few ? 1 : undefined}>
              {columns.map(({ title, align }) => (
                <th key={title} scope="col" data-align={align}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <TableRows
            {...{ columns, shown, holdProps, label }}
            isRoom={coming === 'room'}
            onRowPress={props.onRowPress}
            changedKeys={props.changedKeys}
            chosenKey={props.chosenKey}
          >
            {state === 'loading' && <SkeletonRows columns={columns} count={pageSize} />}
            {inside && state !== 'loading' && (
              <tr>
                <td colSpan={columns.length}>{inside}</td>
              </tr>
            )}
          </TableRows>
        </table>
      )}
      {state === 'loading' && shape && <div className={classes.over}>{inside}</div>}
    </div>
  )
}

function stateOf(
  rows: readonly unknown[] | undefined,
  failed: unknown,
): 'loading' | 'failed' | 'empty' | 'filled' {
  if (rows === undefined) return failed ? 'failed' : 'loading'
  return rows.length === 0 ? 'empty' : 'filled'
}

function Widths({
  columns,
  widths,
}: {
  columns: readonly { title: string }[]
  widths: readonly (number | undefined)[]
}) {
  return (
    <colgroup>
      {columns.map(({ title }, at) => (
        <col key={title} style={{ width: widths[at] }} />
      ))}
    </colgroup>
  )
}

const barWidths = ['78%', '62%', '70%', '54%']

function SkeletonRows({
  columns,
  count,
}: {
  columns: readonly { title: string; align?: 'right' }[]
  count: number
}) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a plain row takes no focus
    // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other identity
    <tr key={at} className={classes.skeleton} aria-hidden="true">
      {columns.map(({ title, align }, column) => (
        <td key={title} data-align={align}>
          <span
            className={`skeleton ${classes.bar}`}
            style={{ width: barWidths[(at + column) % barWidths.length] }}
          />
        </td>
      ))}
    </tr>
  ))
}

/**
 * Rows are drawn after all that stands around them, and a press in the meantime comes first. Until then there is what
 * was there while they were loading, or the room that they need.
 */
function useComing(rows: readonly unknown[] | undefined): 'loading' | 'room' | 'drawn' {
  const before = useDeferredValue<readonly unknown[] | undefined | null>(rows, null)
  if (rows === undefined || before === undefined) return 'loading'
  return before === null ? 'room' : 'drawn'
}

/** Undefined until it is measured: drawn for another width first, a long table would be drawn twice. */
function useTableShape(
  frame: RefObject<HTMLElement | null>,
  columns: readonly { width?: number }[],
): TableShape | undefined {
  const [room, setRoom] = useState<number>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns come with other room, before it is seen
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setRoom(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, columns.length])
  return room === undefined ? undefined : tableShape(columns, room, innerWidth)
}
