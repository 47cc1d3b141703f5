import { type KeyboardEvent, useRef } from 'react'
import { typedAhead } from './type-ahead.ts'

// as long as between two letters of one word
const pauseMs = 700

type TypeAhead = {
  options: Parameters<typeof typedAhead>[0]
  value: string | null
  isOff: boolean
  onPoint: (value: string) => void
}

/** Letters point, as in a list of the browser's own that is open. For the capture phase: a blank within a word opens nothing. */
export function useTypeAhead({ options, value, isOff, onPoint }: TypeAhead) {
  const last = useRef({ text: '', at: 0 })

  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, timeStamp, nativeEvent } = event
    // who leaves, chooses or moves has ended the word
    if (/^(Tab|Enter|Escape|Arrow)/.test(key)) last.current = { text: '', at: 0 }
    if (isOff || ctrlKey || metaKey || altKey || nativeEvent.isComposing || key.length !== 1) return
    const before = timeStamp - last.current.at < pauseMs ? last.current.text : ''
    if (key === ' ' && before === '') return
    event.preventDefault()
    event.stopPropagation()
    const text = before + key
    last.current = { text, at: timeStamp }
    const meant = typedAhead(options, text, value)
    if (meant !== undefined) onPoint(meant)
  }
}
