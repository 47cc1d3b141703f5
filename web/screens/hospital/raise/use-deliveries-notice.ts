import { useRef } from 'react'
import { deliveriesNotice } from '#domain/requests/delivering.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'

/** The notice waits until the focus has moved on and the click has ended. */
const settleMs = 100

/** §5.1: how many deliveries so many units take; not again for a number it was said for (ruling AMB-41). */
export function useDeliveriesNotice(saidAlready: number | null) {
  const saidFor = useRef(saidAlready)
  const isOpen = useRef(false)

  function leave(units: number | null) {
    const notice = units === null ? null : deliveriesNotice(units)
    const isNews = saidFor.current !== units
    saidFor.current = units
    if (!notice || !isNews) return
    isOpen.current = true
    setTimeout(async () => {
      await showAlert(notice)
      isOpen.current = false
    }, settleMs)
  }

  return {
    leave,
    isOpen: () => isOpen.current,
    /** It was said for this number, or for none. */
    remember: (units: number | null) => {
      saidFor.current = units
    },
  }
}
