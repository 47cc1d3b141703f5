import { IconDownload } from '@tabler/icons-react'
import { consent } from '#contract/consent.ts'
import { certificateDownloaded } from '#domain/donors/certificate-words.ts'
import { wordsFor } from '../../../api/client.ts'
import { download } from '../../../api/download.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { ActionButton } from '../../../ui/fields/ActionButton.tsx'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'

/** The certificate of a complete form, made anew each time from what was saved. */
export function CertificateButton({ id, describedBy }: { id: string; describedBy: string }) {
  const { doing, take } = useOneAtATime<'making'>()

  async function get() {
    try {
      await download(consent.certificate, { id })
      showToast({ text: certificateDownloaded, kind: 'success' })
    } catch (error) {
      void showAlert(wordsFor(error))
    }
  }

  return (
    <ActionButton
      label="Certificate"
      icon={<IconDownload size={16} stroke={1.75} aria-hidden />}
      busy={doing !== null}
      describedBy={describedBy}
      onClick={() => void take('making', get)}
    />
  )
}
