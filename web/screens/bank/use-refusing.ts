import { useRef, useState } from 'react'
import { type IssuedRequest, issuing } from '#contract/issuing.ts'
import { topicOf } from '#contract/route.ts'
import { say, type Wording } from '#domain/basics/refusal.ts'
import { refuseWords, whyNotRefuse } from '#domain/requests/refusing.ts'
import { call, isRefusal, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { showToast } from '../../ui/toast-store.ts'

/** Refusing the order as it was seen, with a reason. */
export function useRefusing(
  order: IssuedRequest,
  { fieldId, onClose }: { fieldId: string; onClose: () => void },
) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const isTaken = useRef(false)

  function change(text: string) {
    setReason(text)
    setError(null)
  }

  async function refuse() {
    if (isTaken.current) return
    isTaken.current = true
    const wrong = whyNotRefuse(order, reason)
    if (wrong) await object(say(refuseWords, wrong))
    else await send()
    isTaken.current = false
  }

  async function object(wrong: Wording) {
    setError(wrong.text)
    await showAlert(wrong)
    document.getElementById(fieldId)?.focus()
  }

  async function send() {
    setIsSending(true)
    try {
      await call(issuing.refuse, { id: order.id, version: order.version, reason })
      showToast({ text: 'Order Refused', kind: 'success' })
      onClose()
    } catch (failure) {
      await showAlert(wordsFor(failure))
      // somebody was faster: the row behind this popup shows what they did
      if (isRefusal(failure)) onClose()
    }
    setIsSending(false)
    void queryClient.invalidateQueries({ queryKey: [topicOf(issuing.list)] })
  }

  return { reason, change, error, isSending, refuse }
}
