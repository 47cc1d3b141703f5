/** After the next paint: the element may not be rendered yet. */
export const focusOn = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus())

/** As a ref: a form that opens inside a popup may be below the visible part. */
export const bringIntoView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' })
