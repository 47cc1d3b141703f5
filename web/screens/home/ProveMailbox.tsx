import { useState } from 'react'
import { people } from '#contract/people.ts'
import { call, wordsFor } from '../../api/client.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'

/** All there is for whoever signed up, until the mailbox is known to be theirs. */
export function ProveMailbox({ email }: { email: string }) {
  const { doing, take } = useOneAtATime<'sending'>()
  const [isSent, setIsSent] = useState(false)

  async function send() {
    try {
      await call(people.sendProof, {})
      setIsSent(true)
      showToast({ text: `The link was sent to ${email}`, kind: 'success' })
    } catch (error) {
      showToast({ text: wordsFor(error).text, kind: 'error' })
    }
  }

  return (
    <Notice kind="warning">
      <span>
        Please open the link that we sent to <bdi>{email}</bdi>: it shows that the address is yours. Until
        then you can sign in, but do nothing else. This page opens by itself.
      </span>
      <PushButton size="xs" loading={doing !== null} onClick={() => void take('sending', send)}>
        {isSent ? 'Send it once more' : 'Send the link again'}
      </PushButton>
    </Notice>
  )
}
