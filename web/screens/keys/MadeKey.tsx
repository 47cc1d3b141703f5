import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeptKey } from '#contract/keys.ts'
import { copyText } from '../../ui/copying.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './Keys.module.css'

type MadeKeyProps = { made: { kept: KeptKey; key: string }; onKept: () => void }

/** Shown this once. */
export function MadeKey({ made: { kept, key }, onKept }: MadeKeyProps) {
  const shown = useRef<HTMLElement>(null)
  useEffect(() => shown.current?.focus(), [])

  async function copy() {
    if (await copyText(key)) showToast({ text: 'Key copied', kind: 'success' })
  }

  return (
    <section
      ref={shown}
      tabIndex={-1}
      className={`box stack gap-12 ${classes.form}`}
      aria-label="The new key"
    >
      <strong>
        <bdi>{kept.name}</bdi>
      </strong>
      <Notice kind="warning">
        Copy this key into your program now. It is not shown again, and nobody can look it up: whoever has it
        acts for you.
      </Notice>
      <code className={`well ${classes.key}`}>{key}</code>
      <span className="small muted">
        Send it with each call as <code>Authorization: Bearer</code>, never in an address. All calls stand at{' '}
        <a href="/api/docs">/api/docs</a>.
      </span>
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
