import { IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { consent } from '#contract/consent.ts'
import { certificateDownloaded } from '#domain/donors/certificate-words.ts'
import { wordsFor } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { showAlert } from '../../ui/alert-store.ts'
import { showToast } from '../../ui/toast-store.ts'

/** The certificate of a complete form, made anew each time from what was saved. */
export function CertificateButton({ id, describedBy }: { id: string; describedBy: string }) {
  const [isBusy, setBusy] = useState(false)
  const isTaken = useRef(false)

  async function get() {
    if (isTaken.current) return
    isTaken.current = true
    setBusy(true)
    try {
      await download(consent.certificate, { id })
      showToast({ text: certificateDownloaded, kind: 'success' })
    } catch (error) {
      void showAlert(wordsFor(error))
    } finally {
      isTaken.current = false
      setBusy(false)
    }
  }

  return (
    <ActionButton
      label="Certificate"
      icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
      busy={isBusy}
      describedBy={describedBy}
      onClick={() => void get()}
    />
  )
}
