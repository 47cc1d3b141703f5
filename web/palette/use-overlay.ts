import { useState } from 'react'
import { flushSync } from 'react-dom'
import { showToast } from '../ui/feedback/toast-store.ts'

/** Fetched with the first key that asks for them. */
const load = {
  palette: async () => ({ what: 'palette' as const, Part: (await import('./Palette.tsx')).Palette }),
  sheet: async () => ({ what: 'sheet' as const, Part: (await import('./ScreenSheet.tsx')).ScreenSheet }),
}

export type What = keyof typeof load
export type Shown = Awaited<ReturnType<(typeof load)[What]>> | null

export type OverlayHandles = {
  open: (what: What) => void
  close: () => void
  /** Asked for and not there yet: a letter typed meanwhile is meant for it, and for no row. */
  isOpening: () => boolean
}

/** Which of the two stands over the page. */
export function useOverlay(): OverlayHandles & { shown: Shown } {
  const [shown, setShown] = useState<Shown>(null)
  const [handles] = useState((): OverlayHandles => {
    let isOpening = false
    async function open(what: What) {
      if (isOpening) return
      isOpening = true
      try {
        const loaded = await load[what]()
        flushSync(() => setShown(loaded))
      } catch {
        showToast({ text: 'It could not be loaded. Please check the connection.', kind: 'error' })
      } finally {
        isOpening = false
      }
    }
    return { open: (what) => void open(what), close: () => setShown(null), isOpening: () => isOpening }
  })
  return { ...handles, shown }
}
