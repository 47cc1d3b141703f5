import { IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { copyText } from '../../ui/copying.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { FormCell } from '../../ui/fields/FormSection.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import classes from './OwnAccount.module.css'

/** Shown this once. */
export function BackupCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])

  async function copy() {
    if (await copyText(codes.join('\n'))) showToast({ text: 'Backup codes copied', kind: 'success' })
  }

  return (
    <FormCell span={6}>
      <Notice kind="warning">
        The second factor is on. Keep these backup codes where you find them without your phone: each signs
        you in once in place of the app, and they are not shown again.
      </Notice>
      <ul ref={list} tabIndex={-1} className={`large well stack ${classes.codes}`} aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="wrap gap-8">
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
