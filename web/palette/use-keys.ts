import { useEffect } from 'react'
import { makeStore, useStore } from '../ui/store.ts'
import { focusRow } from '../ui/table/focus-row.ts'
import { type KeyAct, keyAct, type Pressed } from './keys.ts'

const kept = 'crossmatch-keys-off'

/** Whether the keys of one letter are off; this browser remembers it. */
const areOff = makeStore(readKept())
export const useKeysOff = () => useStore(areOff)

export function switchKeys(off: boolean): void {
  areOff.set(off)
  try {
    localStorage.setItem(kept, off ? 'yes' : 'no')
  } catch {
    // private windows may have no storage; the choice then lasts as long as the page
  }
}

function readKept(): boolean {
  try {
    return localStorage.getItem(kept) === 'yes'
  } catch {
    return false
  }
}

/** What the keys open over the page. */
type Opened = {
  open: (what: 'palette' | 'sheet') => void
  isOpening: () => boolean
  hearAhead: (pressed: Pressed) => boolean
}

/** Hears the keys of the dashboard, and does what can be done with the page as it stands. */
export function useKeys({ open, isOpening, hearAhead }: Opened): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (hearAhead(event)) return event.preventDefault()
      const act = keyAct(event, {
        isTyping: isTyping(event.target),
        isCovered: isOpening() || isCovered(),
        areOff: areOff.get(),
      })
      if (!act) return
      if (act.do === 'palette' || act.do === 'sheet') open(act.do)
      else if (!doHere(act)) return
      event.preventDefault()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [open, isOpening, hearAhead])
}

const withoutLetters = 'input:is([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target.matches('input, textarea, select, [role="combobox"], [role="listbox"], [role="slider"]') &&
      !target.matches(withoutLetters)))

const isCovered = (): boolean =>
  document.querySelector('dialog[open], [role="dialog"][aria-modal="true"], [role="menu"]') !== null

/** Whether there was something to do it with. */
function doHere(act: KeyAct): boolean {
  switch (act.do) {
    case 'search':
      return focusOn(document.querySelector<HTMLInputElement>('main input[type="search"]'))
    case 'news':
      return press(document.querySelector<HTMLElement>('header [aria-keyshortcuts="b"]'))
    case 'row':
      return goToRow(act.step)
    case 'press':
      return press(focusedRow()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${act.key}"]`))
    case 'open':
      // a button or link in the row has the key for itself
      return document.activeElement === focusedRow() && press(focusedRow()?.querySelector<HTMLElement>(opens))
    default:
      return false
  }
}

const opens = 'a[href], button[aria-haspopup="dialog"]'

const focusedRow = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('main [data-row]') ?? null

/** From the row with the focus to the next one of the page; without one to the first, or up to the last. */
function goToRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const now = focusedRow()
  const row = now ? rows[rows.indexOf(now) + step] : rows.at(step === 1 ? 0 : -1)
  if (!row) return now !== null
  focusRow(row)
  row.scrollIntoView({ block: 'nearest' })
  return true
}

function focusOn(field: HTMLInputElement | null): boolean {
  field?.focus()
  field?.select()
  return field !== null
}

function press(button: HTMLElement | null | undefined): boolean {
  button?.click()
  return button !== null && button !== undefined
}
