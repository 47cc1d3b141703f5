/** After the next paint: the element may not be rendered yet. */
export const focusOn = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus())

/** The button that sends the form in which that field stands. */
export const focusOnSubmitOf = (fieldId: string): void =>
  void requestAnimationFrame(() =>
    document
      .getElementById(fieldId)
      ?.closest('form')
      ?.querySelector<HTMLElement>('button[type="submit"]')
      ?.focus(),
  )

/** As a ref: a form that opens inside a popup may be below the visible part. */
export const bringIntoView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' })
