import type { OwnRequest } from '#contract/requests.ts'
import { requests } from '#contract/requests.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { subscriptionNotice, whyNotApprove, whyNotReject } from '#domain/requests/approving.ts'
import { requestWords } from '#domain/requests/words.ts'
import { call, wordsFor } from '../../api/client.ts'
import { dropRow, queryClient } from '../../api/queries.ts'
import { useMember } from '../../api/session.ts'
import { now } from '../../server-clock.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

type Decision = 'approve' | 'reject'

const done: Record<Decision, string> = { approve: 'Request Approved', reject: 'Request Rejected' } // §4.2

/** Deciding on the request as this row shows it: the server refuses if it has changed since. */
export function useDecision(request: OwnRequest) {
  const member = useMember()
  const { doing, take } = useOneAtATime<Decision>()

  async function decide(decision: Decision) {
    const refusal = decision === 'approve' ? whyNotApprove(request, member, now()) : whyNotReject(request)
    if (refusal) return void showAlert(say(requestWords, refusal))
    const notice = decision === 'approve' ? subscriptionNotice(member) : null
    await take(decision, async () => {
      // the warning alone, right after pressing Approve, would read as a refusal
      if (notice) await showAlert({ ...notice, text: `${notice.text} Your approval goes on all the same.` })
      await send(decision)
    })
    void queryClient.invalidateQueries({ queryKey: [topicOf(requests.pending)] })
  }

  async function send(decision: Decision) {
    try {
      await call(requests[decision], { id: request.id, version: request.version })
      showToast({ text: done[decision], kind: 'success' })
      // what has been decided leaves at once; the list is asked again all the same
      dropRow(requests.pending, ({ id }) => id === request.id)
    } catch (error) {
      void showAlert(wordsFor(error))
    }
  }

  return { taking: doing, decide }
}
