import { type KeyboardEvent as Press, useEffect, useRef } from 'react'
import { gatherToast } from '../../ui/feedback/toast-store.ts'

/** What is typed faster than this is typed by a scanner, or is over. */
const pauseMs = 400

/**
 * A scan that begins in another field, or nowhere: nothing of it is typed there, and its Enter presses nothing. Where one
 * field for bags is open it belongs there; else it is said. `wantsLabels`: group, product and end as well as the number.
 */
export function useCatchScan<Area extends HTMLElement>(wantsLabels = false) {
  const area = useRef<Area>(null)
  const pause = useRef<ReturnType<typeof setTimeout> | null>(null)

  function catchScan(event: KeyboardEvent | Press) {
    if (pause.current !== null) return swallow(event)
    if (!beginsScan(event, wantsLabels)) return
    const fields = [...(area.current?.querySelectorAll<HTMLInputElement>(scanFields) ?? [])]
    const [only, other] = fields
    if (only && !other) return only.focus({ preventScroll: true })
    swallow(event)
    gatherToast({ text: fields.length === 0 ? nowhereText : severalText, kind: 'error' })
  }

  function swallow(event: KeyboardEvent | Press) {
    event.preventDefault()
    event.stopPropagation()
    if (pause.current !== null) clearTimeout(pause.current)
    pause.current = event.key === 'Enter' ? null : setTimeout(end, pauseMs)
  }

  function end() {
    pause.current = null
  }

  // after a press beside every field the page around it has the focus
  const latest = useRef(catchScan)
  useEffect(() => {
    latest.current = catchScan
  })
  useEffect(() => {
    const isAround = ({ target }: KeyboardEvent) =>
      target instanceof Element && target !== area.current && target.contains(area.current)
    const listen = (event: KeyboardEvent) => isAround(event) && latest.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return { ref: area, onKeyDownCapture: catchScan }
}

const scanFields = 'input[data-scan]'
const severalText =
  'A bag was scanned. Nothing was typed: press the field it is meant for, and scan it again.'
const nowhereText = 'A bag was scanned, and no field for bags is open here. Nothing was typed.'

/** Of the standard, which begins so. A password may have any sign, and a reason an `&`. */
function beginsScan({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>, wantsLabels: boolean): boolean {
  const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : null
  if (field?.matches(`${scanFields}, [type="password"]`)) return false
  return key === '=' || (key === '&' && (wantsLabels || field === null))
}
