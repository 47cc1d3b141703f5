import { memo, type ReactNode, useMemo, useRef } from 'react'
import classes from './DataTable.module.css'
import type { Slot } from './held-rows.ts'
import { pressProps } from './row-press.ts'
import type { Column } from './table-shape.ts'
import type { useHeldRows } from './use-held-rows.ts'
import { useRowWindow } from './use-row-window.ts'

type TableRowsProps<T> = {
  label: string
  columns: readonly Column<T>[]
  shown: readonly Slot<T>[]
  /** None is drawn yet. */
  isRoom: boolean
  holdProps: ReturnType<typeof useHeldRows>['holdProps']
  onRowPress: ((row: T) => void) | undefined
  changedKeys: ReadonlySet<string> | undefined
  chosenKey: string | undefined
  children: ReactNode
}

/** Apart from the table, so that scrolling draws no row again that is drawn already. */
export function TableRows<T>(props: TableRowsProps<T>) {
  const { label, columns, shown, isRoom, holdProps, onRowPress, changedKeys, chosenKey, children } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const { pieces, heightOf, isPart, windowProps } = useRowWindow(body, shown, { label, chosenKey, isRoom })
  return (
    <tbody ref={body} {...holdProps} {...windowProps}>
      {pieces.map((piece) => {
        if (piece.kind === 'room') {
          return (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a plain row takes no focus
            <tr key={piece.key} className={classes.room} aria-hidden="true">
              <td colSpan={columns.length} style={{ height: piece.px }} />
            </tr>
          )
        }
        const { key, row } = piece.slot
        return row === null ? (
          <tr key={key} className={classes.gone} style={{ height: heightOf(key) }}>
            <td colSpan={columns.length}>No longer in this list</td>
          </tr>
        ) : (
          <TableRow
            key={key}
            {...{ columns, row, onRowPress }}
            rowKey={key}
            index={isPart ? piece.at + 2 : undefined}
            isChanged={changedKeys?.has(key) ?? false}
            isChosen={key === chosenKey}
          />
        )
      })}
      {children}
    </tbody>
  )
}

type TableRowProps<T> = Pick<TableRowsProps<T>, 'columns' | 'onRowPress'> & {
  row: T
  rowKey: string
  /** Counted with the head. */
  index: number | undefined
  isChanged: boolean
  isChosen: boolean
}

const TableRow = memo(function TableRow<T>(props: TableRowProps<T>) {
  const { columns, row, rowKey, index, isChanged, isChosen, onRowPress } = props
  // a row that comes on top changes the number of every other, and nothing in it
  const cells = useMemo(
    () =>
      columns.map(({ title, align, cell }) => (
        <td key={title} data-align={align}>
          {cell(row)}
        </td>
      )),
    [columns, row],
  )
  return (
    <tr
      className={classes.row}
      aria-rowindex={index}
      data-row={rowKey}
      data-changed={isChanged || undefined}
      data-chosen={isChosen || undefined}
      {...pressProps(row, onRowPress)}
    >
      {cells}
    </tr>
  )
}) as <T>(props: TableRowProps<T>) => ReactNode
