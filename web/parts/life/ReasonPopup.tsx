import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Wording } from '#domain/basics/refusal.ts'
import { isRefusal, wordsFor } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { showAlert } from '../../ui/feedback/alert-store.ts'
import { Popup } from '../../ui/feedback/Popup.tsx'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'

type ReasonPopupProps = {
  opened: boolean
  /** The request's id. */
  subject: string
  line: ReactNode
  help: string
  /** What is done, what is done instead, and what is said meanwhile and after. */
  words: { act: string; keep: string; acting: string; acted: string }
  /** What speaks against this reason, or against doing it at all. */
  whatIsWrong: (reason: string) => Wording | null
  /** Does it to the request as it was seen: the server refuses if it has changed since. */
  send: (reason: string) => Promise<unknown>
  onClose: () => void
  onDone?: () => void
}

/** Asks why, then does what cannot be taken back (ruling AMB-60). */
export function ReasonPopup(props: ReasonPopupProps) {
  const { opened, subject, line, help, words, onClose } = props
  const fieldId = useId()
  const formId = useId()
  const { reason, change, error, isSending, act } = useReason(props, fieldId)

  function submit(event: FormEvent) {
    event.preventDefault()
    void act()
  }

  return (
    <Popup
      opened={opened}
      onClose={onClose}
      title={words.act}
      subject={subject}
      line={<>{line} This cannot be taken back.</>}
      foot={
        <>
          <PushButton onClick={onClose}>{words.keep}</PushButton>
          <PushButton type="submit" form={formId} kind="ink" loading={isSending} loadingLabel={words.acting}>
            {words.act}
          </PushButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextArea
          id={fieldId}
          label="Reason"
          help={help}
          value={reason}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={sendByEnter}
          error={error}
          autoComplete="off"
          data-autofocus
        />
      </form>
    </Popup>
  )
}

/** It is kept as one line, however long, so Enter sends it as it does in any other field. */
function sendByEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function useReason(
  { words, whatIsWrong, send, onClose, onDone = onClose }: ReasonPopupProps,
  fieldId: string,
) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const isTaken = useRef(false)

  function change(text: string) {
    setReason(text)
    setError(null)
  }

  async function act() {
    if (isTaken.current) return
    isTaken.current = true
    const wrong = whatIsWrong(reason)
    if (wrong) await object(wrong)
    else await take()
    isTaken.current = false
  }

  async function object(wrong: Wording) {
    setError(wrong.text)
    await showAlert(wrong)
    document.getElementById(fieldId)?.focus()
  }

  async function take() {
    setIsSending(true)
    try {
      await send(reason)
      showToast({ text: words.acted, kind: 'success' })
      onDone()
    } catch (failure) {
      await showAlert(wordsFor(failure))
      // somebody was faster: what stands behind this popup shows what they did
      if (isRefusal(failure)) onClose()
    }
    setIsSending(false)
    void queryClient.invalidateQueries({ queryKey: ['requests'] })
  }

  return { reason, change, error, isSending, act }
}
