let held = 0

/** The page behind stands still, and as wide as it was; gives back what lets it go. */
export function holdScrolling(): () => void {
  const { style, clientWidth } = document.documentElement
  if (held++ === 0) {
    style.scrollbarGutter = innerWidth > clientWidth ? 'stable' : ''
    style.overflow = 'hidden'
  }
  return () => {
    if (--held > 0) return
    style.overflow = ''
    style.scrollbarGutter = ''
  }
}
