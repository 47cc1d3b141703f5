import type { ScreenId } from '../menu.ts'
import { screenHelp } from './help.ts'
import { KeySheet } from './KeySheet.tsx'

type ScreenSheetProps = { here: { id: ScreenId | 'home' | 'account'; title: string }; onClose: () => void }

/** The sheet of the screen that is open; of its keys those that the screen has. */
export function ScreenSheet({ here, onClose }: ScreenSheetProps) {
  const has = {
    rows: document.querySelector('main [data-row]') !== null,
    search: document.querySelector('main input[type="search"]') !== null,
    deciding: here.id === 'approval',
    nextStep: here.id === 'status',
  }
  return <KeySheet title={here.title} help={screenHelp[here.id]} has={has} onClose={onClose} />
}
