import { useRef, useState } from 'react'
import { type RequestDetail, requests } from '#contract/requests.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { whyNotCancel } from '#domain/requests/cancelling.ts'
import { requestWords } from '#domain/requests/words.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { showToast } from '../../ui/toast-store.ts'

type Ends = { fieldId: string; onClose: () => void; onDone: () => void }

/** Cancelling the request as it was seen, with a reason. */
export function useCancelling(request: RequestDetail, { fieldId, onClose, onDone }: Ends) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const isTaken = useRef(false)

  function change(text: string) {
    setReason(text)
    setError(null)
  }

  async function cancel() {
    if (isTaken.current) return
    isTaken.current = true
    const wrong = whatIsWrong(request, reason)
    if (wrong) await object(wrong)
    else await send()
    isTaken.current = false
  }

  async function object(wrong: { title: string; text: string }) {
    setError(wrong.text)
    await showAlert(wrong)
    document.getElementById(fieldId)?.focus()
  }

  async function send() {
    setIsSending(true)
    try {
      await call(requests.cancel, { id: request.id, version: request.version, reason })
      showToast({ text: 'Request Cancelled', kind: 'success' })
      onDone()
    } catch (failure) {
      await showAlert(wordsFor(failure))
      // somebody was faster: what stands behind this popup shows what they did
      if (isRefusal(failure)) onClose()
    }
    setIsSending(false)
    void queryClient.invalidateQueries({ queryKey: [topicOf(requests.list)] })
  }

  return { reason, change, error, isSending, cancel }
}

function whatIsWrong(request: RequestDetail, reason: string) {
  const refusal = whyNotCancel(request, reason)
  return refusal && say(requestWords, refusal)
}
