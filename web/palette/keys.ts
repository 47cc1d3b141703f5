/** What of a key press decides what it does; so that it can be said without a browser. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

export type Where = {
  /** The focus is in a field that takes letters, or whose list does. */
  isTyping: boolean
  /** A popup, an alert or a menu is open, and has its own keys. */
  isCovered: boolean
  /** Keys of one letter were switched off. */
  areOff: boolean
}

export type KeyAct =
  | { do: 'palette' | 'sheet' }
  | { do: 'search' | 'open' | 'news' }
  | { do: 'row'; step: 1 | -1 }
  /** Presses what the focused row has for this key. */
  | { do: 'press'; key: string }

/** Keys that a row's buttons may have, by `aria-keyshortcuts`. */
const ofRows = ['a', 'r', 'u', 'x', 'n', '.']

/** Null: the key is not ours. */
export function keyAct(pressed: Pressed, { isTyping, isCovered, areOff }: Where): KeyAct | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = pressed
  if (isCovered) return null
  // the one with a modifier is meant everywhere, in a field too
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k') return { do: 'palette' }
  if (ctrlKey || metaKey || altKey || isTyping) return null
  if (key === 'Enter') return shiftKey || repeat ? null : { do: 'open' }
  if (areOff) return null
  // on some keyboards these two need shift
  if (key === '?') return { do: 'sheet' }
  if (key === '/') return { do: 'search' }
  if (shiftKey) return null
  if (key === 'b') return repeat ? null : { do: 'news' }
  if (key === 'j') return { do: 'row', step: 1 }
  if (key === 'k') return { do: 'row', step: -1 }
  return ofRows.includes(key) && !repeat ? { do: 'press', key } : null
}

/** A text with one more key; null if the key writes nothing. */
export function typedWith(text: string, { key, ctrlKey, metaKey, altKey }: Pressed): string | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Backspace') return text.slice(0, -1)
  return [...key].length === 1 ? text + key : null
}
