/**
 * At once, so that whoever types on at once is not moved in the middle of it; after the next paint where it was not
 * rendered yet, or another stands in its place by then.
 */
function focusSoon(find: () => HTMLElement | null | undefined): void {
  const found = find()
  found?.focus()
  const isThere = Boolean(found) && document.activeElement === found
  requestAnimationFrame(() => {
    const now = find()
    if (!isThere || now !== found) now?.focus()
  })
}

export const focusOn = (id: string): void => focusSoon(() => document.getElementById(id))

/** The button that sends the form in which that field stands. */
export const focusOnSubmitOf = (fieldId: string): void =>
  focusSoon(() =>
    document.getElementById(fieldId)?.closest('form')?.querySelector<HTMLElement>('button[type="submit"]'),
  )

/** As a ref: a form that opens inside a popup may be below the visible part. */
export const bringIntoView = (part: HTMLElement | null): void => part?.scrollIntoView({ block: 'nearest' })
