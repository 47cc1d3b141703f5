import type { ScreenId } from '../menu.ts'
import { screenHelp } from './help.ts'
import { KeySheet } from './KeySheet.tsx'

type ScreenSheetProps = { here: { id: ScreenId | 'home' | 'account'; title: string }; onClose: () => void }

/** The sheet of the screen that is open; of its keys those that the screen has. */
export function ScreenSheet({ here, onClose }: ScreenSheetProps) {
  const has = {
    rows: isThere('[data-row]'),
    opening: isThere('[data-row] :is(a[href], button[aria-haspopup="dialog"])'),
    search: isThere('input[type="search"]'),
    deciding: here.id === 'approval',
    nextStep: isThere('[data-row] [aria-keyshortcuts="n"]'),
    menu: isThere('[data-row] [aria-keyshortcuts="."]'),
  }
  return <KeySheet title={here.title} help={screenHelp[here.id]} has={has} onClose={onClose} />
}

const isThere = (what: string): boolean => document.querySelector(`main ${what}`) !== null
