import type { MouseEvent } from 'react'

/** What makes a whole row pressable, beside the link or button in it that does the same. */
export function pressProps<T>(row: T, onPress: ((row: T) => void) | undefined) {
  if (!onPress) return {}
  return {
    'data-pressable': true,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (isPlain(event) && !isOnControl(event) && !isSelecting(event)) onPress(row)
    },
  }
}

/** With a modifier key held the person wants something else: a new tab, a longer selection. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey

const isOnControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label') !== null

/** Selecting text in a row does not open it. */
function isSelecting({ currentTarget }: MouseEvent): boolean {
  const selection = getSelection()
  return selection?.type === 'Range' && selection.containsNode(currentTarget, true)
}
