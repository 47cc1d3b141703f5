import type { ReactNode } from 'react'

export type Column<T> = {
  title: string
  cell: (row: T) => ReactNode
  /** In px at 1440; columns without one share the rest. */
  width?: number
  /** Keeps its width, as narrow columns do: where it has no room there are cards. */
  firm?: true
  align?: 'right'
}

type Width = Pick<Column<unknown>, 'width' | 'firm'>

/** How a table fits the room it has: the width of each column, or nothing where rows become cards. */
export type TableShape = { widths: (number | undefined)[] } | null

const phone = 700
/** Columns without a width share what is left, at least this much each. */
const restWidth = 106
/** Ids, numbers and buttons break badly: columns up to this width keep it. */
const firmWidth = 120
/** The others wrap well down to this share of what they asked for. */
const tightest = 0.7

export function tableShape(columns: readonly Width[], room: number, viewport: number): TableShape {
  if (viewport < phone) return null
  const firm = sumOf(columns.filter(isFirm))
  const soft = sumOf(columns.filter((column) => !isFirm(column)))
  if (room >= firm + soft) return { widths: columns.map(({ width }) => width) }
  const share = (room - firm) / soft
  if (!(share >= tightest)) return null
  return {
    widths: columns.map((column) => (isFirm(column) ? column.width : Math.floor(wanted(column) * share))),
  }
}

const isFirm = (column: Width): boolean => column.firm ?? wanted(column) <= firmWidth
const wanted = ({ width }: Width): number => width ?? restWidth
const sumOf = (columns: readonly Width[]): number => columns.reduce((sum, column) => sum + wanted(column), 0)
