import { type MouseEvent, useEffect, useState } from 'react'
import { onPressed } from '../../parts/ringing.ts'
import { paths } from '../../paths.ts'

/** The order of the address, or null for the list. */
const orderIn = ({ pathname }: { pathname: string }): string | null => {
  const [, id = null] = /^\/driver\/([^/]+)/.exec(pathname) ?? []
  return id
}

/** The next Tab starts in the new page, and a reader reads its title; what has to be put right comes before that. */
function goToFirst(): void {
  const wrong = document.querySelector<HTMLElement>('[aria-invalid=true]')
  const first = wrong ?? document.querySelector<HTMLElement>('h1')
  first?.focus()
}

export function useAddress() {
  const [orderId, setOrderId] = useState(() => orderIn(location))

  useEffect(() => {
    const follow = () => setOrderId(orderIn(location))
    addEventListener('popstate', follow)
    const leave = onPressed((path) => {
      history.pushState(null, '', path)
      follow()
    })
    return () => {
      removeEventListener('popstate', follow)
      leave()
    }
  }, [])

  /** A link inside the page, without a reload: it works without a signal, and in a new tab. */
  function linkTo(id: string | null) {
    const href = id === null ? paths.driver : `${paths.driver}/${id}`
    return {
      href,
      onClick(event: MouseEvent) {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        history.pushState(null, '', href)
        setOrderId(id)
        scrollTo(0, 0)
        requestAnimationFrame(goToFirst)
      },
    }
  }

  return { orderId, linkTo }
}

export type LinkTo = ReturnType<typeof useAddress>['linkTo']
