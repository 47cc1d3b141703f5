import { useEffect, useRef, useState } from 'react'
import { namedCalls } from '#contract/named-calls.ts'
import { call } from '../../api/client.ts'
import type { Suggestion } from '../../ui/fields/SuggestField.tsx'

const pauseMs = 1_000 // §9
const shortest = 3
const longest = 200

/** What an address may mean, asked a second after the last key. Without an answer there are no suggestions. */
export function useAddressSuggestions() {
  const [found, setFound] = useState<Suggestion[]>([])
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])

  function forget() {
    asking.current?.abort()
    setFound([])
  }

  function ask(address: string) {
    forget()
    const text = address.trim()
    if (text.length < shortest || text.length > longest) return
    const own = new AbortController()
    asking.current = own
    const timer = setTimeout(() => void look(text, own.signal), pauseMs)
    own.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  async function look(address: string, signal: AbortSignal) {
    const places = await call(namedCalls.getAddress, { address }, { signal }).catch(() => [])
    if (!signal.aborted) setFound(places.map(({ place_id: id, description: text }) => ({ id, text })))
  }

  return { found, ask, forget }
}
