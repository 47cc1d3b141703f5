import { useState } from 'react'
import { useAddress } from './use-address.ts'

/** A text that is kept in the address, so that a view can be shared and survives a reload. */
export function useUrlText(name: string): readonly [string, (text: string) => void] {
  const address = useAddress()
  const [text, setText] = useState(() => address.text(name) ?? '')

  function change(next: string) {
    setText(next)
    address.change({ [name]: next || undefined })
  }
  return [text, change]
}
