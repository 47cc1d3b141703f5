import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { FormCell } from '../../ui/FormSection.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PushButton } from '../../ui/PushButton.tsx'
import { showToast } from '../../ui/toast-store.ts'
import classes from './OwnAccount.module.css'

/** Shown this once. */
export function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(codes.join('\n')).then(
      () => true,
      () => false,
    )
    if (isCopied) showToast({ text: 'Backup codes copied', kind: 'success' })
  }

  return (
    <FormCell span={6}>
      <Notice kind="warning">
        The second factor is on. Keep these backup codes where you find them without your phone: each signs
        you in once in place of the app, and they are not shown again.
      </Notice>
      <ul ref={list} tabIndex={-1} className={classes.codes} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <PushButton kind="ink" onClick={onKept}>
          I have kept them
        </PushButton>
        <PushButton icon={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
          Copy
        </PushButton>
      </div>
    </FormCell>
  )
}
