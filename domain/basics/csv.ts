/** One line of RFC 4180. What a spreadsheet would take for a formula is told to be text by an apostrophe. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : defused(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
