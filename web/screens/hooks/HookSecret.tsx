import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { showDateTime } from '#domain/basics/time.ts'
import { copyText } from '../../ui/copying.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './Hooks.module.css'
import type { Shown } from './use-hook-form.ts'

type HookSecretProps = { shown: Shown; onKept: () => void }

/** Shown this once. */
export function HookSecret({ shown: { hook, secret }, onKept }: HookSecretProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])

  async function copy() {
    if (await copyText(secret)) showToast({ text: 'Secret copied', kind: 'success' })
  }

  return (
    <section
      ref={box}
      tabIndex={-1}
      className={`box stack gap-12 ${classes.form}`}
      aria-label="The secret of the hook"
    >
      <strong className="breaks">
        <bdi>{hook.url}</bdi>
      </strong>
      <Notice kind="warning">
        Copy this secret into your system now: with it you know that a call is ours. It is not shown again.
        {hook.oldUntil && ` The one before signs too until ${showDateTime(hook.oldUntil)}.`}
      </Notice>
      <code className={`well ${classes.secret}`}>{secret}</code>
      <span className="small muted">
        Signed as Standard Webhooks has it: <code>webhook-id</code>, <code>webhook-timestamp</code>,{' '}
        <code>webhook-signature</code>.
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
