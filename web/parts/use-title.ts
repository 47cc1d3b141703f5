import { useEffect } from 'react'

export const productName = 'Crossmatch'

/** What the tab and the history of the browser call this screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
}
