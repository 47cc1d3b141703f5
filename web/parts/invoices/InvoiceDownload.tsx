import { useEffect, useRef, useState } from 'react'
import { invoiceFiles } from '#contract/invoice-files.ts'
import { say } from '#domain/basics/refusal.ts'
import { downloaded, downloadWords, type Viewer, whyNotDownload } from '#domain/billing/downloading.ts'
import type { Invoiced, InvoiceParty } from '#domain/billing/invoicing.ts'
import type { BloodRequest } from '#domain/requests/request.ts'
import { download, downloadFailure } from '../../api/download.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'

export type InvoicedRequest = Invoiced & Pick<BloodRequest, 'status'>

type InvoiceDownloadProps = {
  request: InvoicedRequest
  party: InvoiceParty
  viewer: Viewer
  label: string
  name?: string
  describedBy?: string
}

/** A download that takes longer than this can be cancelled. */
const patienceMs = 1_500

/** §4.2, rulings AMB-78, 79: words without an edge where none can be ready; pressed, it explains itself. */
export function InvoiceDownload(props: InvoiceDownloadProps) {
  const { request, party, viewer, label, name, describedBy } = props
  const refusal = whyNotDownload(request, party, viewer)
  const { state, get, stop } = useInvoiceDownload()
  return (
    <ActionButton
      label={state === 'slow' ? 'Cancel' : label}
      {...(name && state !== 'slow' ? { name } : {})}
      {...(describedBy ? { describedBy } : {})}
      quiet={refusal !== null}
      busy={state === 'getting'}
      onClick={() => {
        if (state === 'slow') return stop()
        if (refusal) return void showAlert(say(downloadWords, refusal))
        void get(request.id, party)
      }}
    />
  )
}

/** One at a time; what takes long can be cancelled. */
export function useInvoiceDownload() {
  const [state, setState] = useState<'idle' | 'getting' | 'slow'>('idle')
  const under = useRef<AbortController>(null)
  // nothing is told after the page was left
  useEffect(
    () => () => {
      under.current = null
    },
    [],
  )

  async function get(id: string, party: InvoiceParty) {
    if (under.current) return
    const own = new AbortController()
    under.current = own
    setState('getting')
    const timer = setTimeout(() => setState('slow'), patienceMs)
    const failure = await download(invoiceFiles.download, { id, party }, own.signal).then(
      () => null,
      downloadFailure,
    )
    clearTimeout(timer)
    if (under.current !== own) return
    under.current = null
    setState('idle')
    if (failure) void showAlert(failure)
    else showToast({ text: downloaded, kind: 'success' })
  }

  return { state, get, stop: () => under.current?.abort() }
}
