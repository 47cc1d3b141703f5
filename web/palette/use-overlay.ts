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
/** With what was typed for the palette before it was there. */
export type Shown = (Loaded & { typed: string }) | null

export type OverlayHandles = {
  open: (what: What) => void
  close: () => void
  /** Asked for and not there yet: what is typed meanwhile is meant for it, and for no row. */
  isOpening: () => boolean
  /** Keeps what is typed meanwhile for the palette's field. Whether it was that. */
  hearAhead: (pressed: Pressed) => boolean
}

/** Which of the two stands over the page. */
export function useOverlay(): OverlayHandles & { shown: Shown } {
  const [shown, setShown] = useState<Shown>(null)
  useEffect(() => loadAhead(load.palette), [])
  const [handles] = useState((): OverlayHandles => {
    let opening: What | null = null
    let typed = ''
    async function open(what: What) {
      if (opening) return
      opening = what
      typed = ''
      try {
        const loaded = await load[what]()
        flushSync(() => setShown({ ...loaded, typed }))
      } catch {
        showToast({ text: 'It could not be loaded. Please check the connection.', kind: 'error' })
      } finally {
        opening = null
      }
    }
    function hearAhead(pressed: Pressed) {
      const next = opening === 'palette' ? typedWith(typed, pressed) : null
      typed = next ?? typed
      return next !== null
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
