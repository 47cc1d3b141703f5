import { useRef, useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'
import { requests } from '#contract/requests.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import { requestWords } from '#domain/requests/words.ts'
import { call, wordsFor } from '../../api/client.ts'
import { dropRow, queryClient } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { showAlert } from '../../ui/alert-store.ts'
import { showToast } from '../../ui/toast-store.ts'

type Decision = 'approve' | 'reject'

const done: Record<Decision, string> = { approve: 'Request Approved', reject: 'Request Rejected' } // §4.2

/** Deciding on the request as this row shows it: the server refuses if it has changed since. */
export function useDecision(request: OwnRequest) {
  const member = useMember()
  const [taking, setTaking] = useState<Decision | null>(null)
  const isTaken = useRef(false)

  async function decide(decision: Decision) {
    if (isTaken.current) return
    const refusal =
      decision === 'approve' ? whyNotApprove(request, member, new Date()) : whyNotReject(request)
    if (refusal) return void showAlert(say(requestWords, refusal))
    isTaken.current = true
    setTaking(decision)
    try {
      await call(requests[decision], { id: request.id, version: request.version })
      showToast({ text: done[decision], kind: 'success' })
      // what has been decided leaves at once; the list is asked again all the same
      dropRow(requests.pending, ({ id }) => id === request.id)
    } catch (error) {
      void showAlert(wordsFor(error))
    }
    isTaken.current = false
    setTaking(null)
    void queryClient.invalidateQueries({ queryKey: [topicOf(requests.pending)] })
  }

  return { taking, decide }
}
