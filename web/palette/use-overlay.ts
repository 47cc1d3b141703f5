import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { loadAhead } from '../api/build.ts'
import { showToast } from '../ui/feedback/toast-store.ts'
import { type Pressed, typedWith } from './keys.ts'

/** The palette is fetched once the page is idle, the sheet with the first key that asks for it. */
const load = {
  palette: async () => ({ what: 'palette' as const, Part: (await import('./Palette.tsx')).Palette }),
  sheet: async () => ({ what: 'sheet' as const, Part: (await import('./ScreenSheet.tsx')).ScreenSheet }),
}

export type What = keyof typeof load
type Loaded = Awaited<ReturnType<(typeof load)[What]>>
/** With what was typed for the palette before it was there, and whether Enter was pressed after it. */
export type Shown = (Loaded & { typed: string; isEntered: boolean }) | null

export type OverlayHandles = {
  open: (what: What) => void
  close: () => void
  /** Asked for and not there yet: what is typed meanwhile is meant for it, and for no row. */
  isOpening: () => boolean
  /** Keeps what is pressed meanwhile for the palette; nothing behind it is meant. Whether it was that. */
  hearAhead: (pressed: Pressed) => boolean
}

/** Which of the two stands over the page. */
export function useOverlay(): OverlayHandles & { shown: Shown } {
  const [shown, setShown] = useState<Shown>(null)
  useEffect(() => loadAhead(load.palette), [])
  const [handles] = useState((): OverlayHandles => {
    let opening: { what: What; typed: string; isEntered: boolean } | null = null
    async function open(what: What) {
      if (opening) return
      const mine = { what, typed: '', isEntered: false }
      opening = mine
      try {
        const loaded = await load[what]()
        const { typed, isEntered } = mine
        if (opening === mine) flushSync(() => setShown({ ...loaded, typed, isEntered }))
      } catch {
        showToast({ text: 'It could not be loaded. Please check the connection.', kind: 'error' })
      } finally {
        if (opening === mine) opening = null
      }
    }
    function hearAhead(pressed: Pressed) {
      if (!opening) return false
      if (pressed.key === 'Escape') opening = null
      // what has the focus is behind it, a button that approves maybe
      else if (pressed.key === 'Enter') opening.isEntered = true
      else {
        const typed = opening.what === 'palette' ? typedWith(opening.typed, pressed) : null
        if (typed === null) return false
        opening.typed = typed
        opening.isEntered = false
      }
      return true
    }
    return {
      open: (what) => void open(what),
      close: () => setShown(null),
      isOpening: () => opening !== null,
      hearAhead,
    }
  })
  return { ...handles, shown }
}
