import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

/** A text that is kept in the address, so that a view can be shared and survives a reload. */
export function useUrlText(name: string): readonly [string, (text: string) => void] {
  const router = useRouter()
  const [text, setText] = useState(() => textIn(router.state.location.search, name))

  function change(next: string) {
    setText(next)
    void router.navigate({
      to: '.',
      search: (before: object) => ({ ...before, [name]: next || undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  return [text, change]
}

function textIn(search: object, name: string): string {
  const value = (search as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}
