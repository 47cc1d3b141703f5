/** After the next paint: what has the id may only just be coming. */
export const focusOn = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus())

/** As a ref: what opens under its button may lie beneath the edge of its popup. */
export const bringIntoView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' })
