import type { DonorField } from '#domain/donors/donor-form.ts'
import { detailOrder } from '#domain/donors/submitting.ts'

/** What can be wrong of the form. */
export type Place = DonorField | 'consent'
export const places: readonly Place[] = ['consent', ...detailOrder]

export const idOf = (place: Place): string => `donor-${place}`

export const focusOn = (place: Place): void => document.getElementById(idOf(place))?.focus()

/** To what is to be mended. */
export const goTo = (place: Place): void => (place === 'consent' ? focusOn(place) : goToTop(place))

/** §5.7: the page scrolls to the top; the keyboard goes to what is to be mended, or to the title. */
export function goToTop(first?: DonorField): void {
  // after the next paint: new fields may only just be coming
  requestAnimationFrame(() => {
    scrollTo(0, 0)
    document.getElementById(first ? idOf(first) : 'title')?.focus({ preventScroll: true })
  })
}
