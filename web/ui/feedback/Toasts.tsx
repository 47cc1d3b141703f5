import { IconAlertCircle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from '../store.ts'
import { useNarrow } from '../use-narrow.ts'
import { Spinner } from './Spinner.tsx'
import classes from './Toasts.module.css'
import { shownOf, type Toast, type ToastKind } from './toast-queue.ts'
import { closeToast, toasts } from './toast-store.ts'

/** Shows the toasts asked for with `showToast`, side by side in the top bar. Stands once in the page. */
export function Toasts() {
  const queue = useStore(toasts)
  const isPhone = useNarrow(700)
  const isNarrow = useNarrow(1200)
  return (
    // the list is there before its first toast, else screen readers miss that one
    <div className={`gap-8 ${classes.toasts}`} aria-live="polite">
      {shownOf(queue, isPhone ? 1 : isNarrow ? 2 : 3).map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function OneToast({ toast }: { toast: Toast }) {
  const { id, ms, turn } = toast

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed toast restarts its timer
  useEffect(() => {
    if (ms === null) return
    const timer = setTimeout(() => closeToast(id), ms)
    return () => clearTimeout(timer)
  }, [id, ms, turn])

  return (
    <div role="status" className={classes.toast} data-kind={toast.kind}>
      <span className={classes.sign}>{signs[toast.kind]}</span>
      <p className={`breaks fill ${classes.text}`}>{toast.text}</p>
      <button
        type="button"
        className="dim still stack dismiss"
        aria-label="Close"
        onClick={() => closeToast(id)}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </button>
    </div>
  )
}

const signs: Record<ToastKind, ReactNode> = {
  success: <IconCheck size={18} stroke={2} aria-hidden />,
  error: <IconAlertCircle size={18} stroke={1.75} aria-hidden />,
  info: <IconInfoCircle size={18} stroke={1.75} aria-hidden />,
  loading: <Spinner size={18} />,
}
