import { type FormEvent, useId } from 'react'
import type { RequestDetail } from '#contract/requests.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { Popup } from '../../ui/Popup.tsx'
import { PushButton } from '../../ui/PushButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useCancelling } from './use-cancelling.ts'

type CancelPopupProps = {
  opened: boolean
  /** As it was when the person decided: the server refuses if it has changed since. */
  request: RequestDetail
  onClose: () => void
  onDone: () => void
}

/** Asks why, then cancels (ruling AMB-60). */
export function CancelPopup({ opened, request, onClose, onDone }: CancelPopupProps) {
  const fieldId = useId()
  const formId = useId()
  const { reason, change, error, isSending, cancel } = useCancelling(request, { fieldId, onClose, onDone })

  const { group, component, units } = bloodInformation(request)

  function submit(event: FormEvent) {
    event.preventDefault()
    void cancel()
  }

  return (
    <Popup
      opened={opened}
      onClose={onClose}
      title="Cancel Request"
      subject={request.id}
      line={
        <>
          {group} {component}, {units} for <bdi>{request.patientName}</bdi>. This cannot be taken back.
        </>
      }
      foot={
        <>
          <PushButton onClick={onClose}>Keep Request</PushButton>
          <PushButton type="submit" form={formId} kind="ink" loading={isSending} loadingLabel="Cancelling">
            Cancel Request
          </PushButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextField
          id={fieldId}
          label="Reason"
          help="Why it is no longer wanted. It is kept in the timeline."
          value={reason}
          onChange={(event) => change(event.currentTarget.value)}
          error={error}
          autoComplete="off"
          data-autofocus
        />
      </form>
    </Popup>
  )
}
