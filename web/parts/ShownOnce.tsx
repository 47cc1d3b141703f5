import { IconCopy } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { copyText } from '../ui/copying.ts'
import { Notice } from '../ui/feedback/Notice.tsx'
import { showToast } from '../ui/feedback/toast-store.ts'
import { PushButton } from '../ui/fields/PushButton.tsx'
import classes from './ShownOnce.module.css'

type ShownOnceProps = {
  /** Of the whole. */
  label: string
  /** Whose it is. */
  name: string
  /** As a toast: "Key copied". */
  copied: string
  secret: string
  warning: ReactNode
  /** How it is used. */
  children: ReactNode
  onKept: () => void
}

/** A secret that is not to be had again. */
export function ShownOnce({ label, name, copied, secret, warning, children, onKept }: ShownOnceProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])

  async function copy() {
    if (await copyText(secret)) showToast({ text: copied, kind: 'success' })
  }

  return (
    <section ref={box} tabIndex={-1} className={`box stack gap-12 ${classes.box}`} aria-label={label}>
      <strong className="breaks">
        <bdi>{name}</bdi>
      </strong>
      <Notice kind="warning">{warning}</Notice>
      <code className={`well ${classes.secret}`}>{secret}</code>
      <span className="small muted">{children}</span>
      <div className="wrap gap-8">
        <PushButton kind="ink" onClick={onKept}>
          I have kept it
        </PushButton>
        <PushButton icon={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
          Copy
        </PushButton>
      </div>
    </section>
  )
}
