/** Gives a row the focus. It takes it by no press: a row that was only clicked would hold its list still. */
export function focusRow(row: HTMLElement): void {
  row.tabIndex = -1
  row.addEventListener('blur', () => row.removeAttribute('tabindex'), { once: true })
  row.focus()
}
