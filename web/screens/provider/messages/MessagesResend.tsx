import { type Message, messages } from '#contract/messages.ts'
import { topicOf } from '#contract/route.ts'
import { say } from '#domain/basics/refusal.ts'
import { messageWords, whyNotResend } from '#domain/messages/resending.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { useNow } from '../../../parts/use-now.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { ActionButton } from '../../../ui/fields/ActionButton.tsx'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'

/** For what failed or was only kept; there is none for what was sent or is on its way. */
export function MessagesResend({ message }: { message: Message }) {
  const { doing, take } = useOneAtATime<'sending'>()
  const refusal = whyNotResend(message, useNow())
  if (message.state !== 'failed' && message.state !== 'kept') return null

  async function resend() {
    try {
      await call(messages.resend, { id: message.id })
      showToast({ text: 'Message Queued', kind: 'success' })
    } catch (error) {
      await showAlert(wordsFor(error))
    }
    void queryClient.invalidateQueries({ queryKey: [topicOf(messages.list)] })
  }

  return (
    <ActionButton
      label="Resend"
      describedBy={`message-${message.id}`}
      busy={doing !== null}
      disabledReason={refusal && say(messageWords, refusal).text}
      onClick={() => void take('sending', resend)}
    />
  )
}
