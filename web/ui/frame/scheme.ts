import { useSyncExternalStore } from 'react'

// as in public/scheme.js, which paints it before the first line of this is read
const key = 'mantine-color-scheme-value'
const page = document.documentElement

export const useIsDark = (): boolean => useSyncExternalStore(subscribe, () => page.dataset.scheme === 'dark')

function subscribe(tell: () => void): () => void {
  const watch = new MutationObserver(tell)
  watch.observe(page, { attributeFilter: ['data-scheme'] })
  return () => watch.disconnect()
}

/** Kept for the next visit; without storage it lasts as long as the page. */
export function chooseScheme(scheme: 'light' | 'dark'): void {
  page.dataset.scheme = scheme
  try {
    localStorage.setItem(key, scheme)
  } catch {
    // private windows may have no storage
  }
}
