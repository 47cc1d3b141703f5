import { useState } from 'react'
import { useAddress } from './use-address.ts'

/**
 * A text that is kept in the address, so that a view can be shared and survives a reload. It follows the address where
 * that was changed by others: Back, or the palette on the screen that is open already.
 */
export function useUrlText(
  name: string,
): readonly [text: string, change: (text: string, isUndoneByBack?: boolean) => void] {
  const { path, place, ...address } = useAddress()
  const [own] = useState(path)
  const [kept, setKept] = useState({ text: address.text(name) ?? '', place })
  // another screen has its own texts: this one is about to leave
  const isMoved = path === own && !Object.is(place, kept.place)
  if (isMoved) setKept({ text: address.text(name) ?? '', place })

  function change(text: string, isUndoneByBack = false) {
    setKept((before) => ({ ...before, text }))
    address.change({ [name]: text || undefined }, isUndoneByBack)
  }
  return [kept.text, change]
}
