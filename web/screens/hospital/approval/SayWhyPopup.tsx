import { useId, useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'
import type { Explanation } from '#domain/requests/explaining.ts'
import { explainWords } from '#domain/requests/explaining.ts'
import { RejectionReason } from '#domain/requests/request.ts'
import { bloodInformation, rejectionLabels } from '#domain/requests/showing.ts'
import { isRefusal, wordsFor } from '../../../api/client.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'

type SayWhyPopupProps = {
  /** As it was rejected. */
  request: OwnRequest
  send: (told: Explanation) => Promise<void>
  onClose: () => void
}

/** The usual reasons are one press each; another is written in a few words (ruling AMB-295). */
export function SayWhyPopup({ request, send, onClose }: SayWhyPopupProps) {
  const formId = useId()
  const fieldId = useId()
  const [isOther, setOther] = useState(false)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState<RejectionReason | null>(null)
  const { group, component, units } = bloodInformation(request)

  async function say(why: RejectionReason) {
    if (sending) return
    if (why === 'other' && note.trim() === '') {
      setError(explainWords['no-note'].text)
      document.getElementById(fieldId)?.focus()
      return
    }
    setSending(why)
    try {
      await send({ why, note: why === 'other' ? note : '' })
      onClose()
    } catch (failure) {
      await showAlert(wordsFor(failure))
      if (isRefusal(failure)) onClose()
    }
    setSending(null)
  }

  return (
    <Popup
      opened
      onClose={onClose}
      title="Say Why"
      subject={request.id}
      line={
        <>
          {group} {component}, {units} for <bdi>{request.patientName}</bdi> was rejected. Your staff see the
          reason in Request Status and in a text message.
        </>
      }
      foot={
        isOther && (
          <PushButton
            type="submit"
            form={formId}
            kind="ink"
            loading={sending === 'other'}
            loadingLabel="Saving"
          >
            Keep Reason
          </PushButton>
        )
      }
    >
      <div className="wrap gap-8">
        {RejectionReason.options.map((why, place) => (
          <PushButton
            key={why}
            size="sm"
            data-autofocus={place === 0 || undefined}
            aria-pressed={why === 'other' ? isOther : undefined}
            loading={why !== 'other' && sending === why}
            onClick={() => (why === 'other' ? setOther(true) : void say(why))}
          >
            {rejectionLabels[why]}
          </PushButton>
        ))}
      </div>
      {isOther && (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void say('other')
          }}
        >
          <TextField
            id={fieldId}
            label="Reason"
            help="A few words, shown with the request. It goes into no message."
            autoFocus
            maxLength={120}
            autoComplete="off"
            value={note}
            error={error}
            onChange={(event) => {
              setNote(event.currentTarget.value)
              setError(null)
            }}
          />
        </form>
      )}
    </Popup>
  )
}
