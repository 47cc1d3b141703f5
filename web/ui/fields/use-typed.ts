import { useState } from 'react'

type Typed = {
  value: string
  /** How the value is written once the field was left. */
  show: (value: string) => string
  /** What a text means, or null if it means nothing. */
  read: (text: string) => string | null
  /** Whether nothing more has to be typed: then it counts at once. Without it a text counts when it is left. */
  isWhole?: ((text: string) => boolean) | undefined
  onTake: (value: string) => void
}

/** A text that may be typed in several ways and means one value. What means nothing stays, to be mended. */
export function useTyped({ value, show, read, isWhole, onTake }: Typed) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // filled in from outside
    if (typed !== null && value !== '' && meaning(typed) !== value) setTyped(null)
  }

  function meaning(text: string): string | null {
    return text.trim() === '' ? '' : read(text)
  }

  const give = (next: string) => next !== value && onTake(next)

  return {
    text: typed ?? show(value),
    isWrong: isLeft && typed !== null && meaning(typed) === null,
    type(text: string) {
      setTyped(text)
      setLeft(false)
      if (isWhole) give((isWhole(text) && meaning(text)) || '')
    },
    /** Left by the keyboard or the pointer, or Enter was pressed. */
    leave() {
      if (typed === null) return
      setLeft(true)
      const meant = meaning(typed)
      if (meant === null) return
      setTyped(null)
      give(meant)
    },
    pick(next: string) {
      setTyped(null)
      give(next)
    },
  }
}
