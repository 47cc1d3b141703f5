/** How a table of these column widths fits the room it has. */
export type TableShape = 'wide' | 'tight' | 'cards'

const phone = 700
const restWidth = 110
// text wraps well down to this share of the widths asked for; below it, badges and names break
const tightest = 0.8

export const widthOf = (column: { width?: number }): number => column.width ?? restWidth

/** `wide`: the widths as asked, the rest to the others. `tight`: all in proportion. Else cards. */
export function tableShape(
  columns: readonly { width?: number }[],
  room: number,
  viewport: number,
): TableShape {
  if (viewport < phone) return 'cards'
  const wanted = columns.reduce((sum, column) => sum + widthOf(column), 0)
  if (room >= wanted) return 'wide'
  return room >= wanted * tightest ? 'tight' : 'cards'
}
