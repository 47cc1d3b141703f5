import { type FormEvent, useId } from 'react'
import type { IssuedRequest } from '#contract/issuing.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { Popup } from '../../ui/Popup.tsx'
import { PushButton } from '../../ui/PushButton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useRefusing } from './use-refusing.ts'

type RefusePopupProps = {
  opened: boolean
  /** As it was when the person decided: the server refuses if it has changed since. */
  order: IssuedRequest
  onClose: () => void
}

/** Asks why, then refuses (ruling AMB-60). */
export function RefusePopup({ opened, order, onClose }: RefusePopupProps) {
  const fieldId = useId()
  const formId = useId()
  const { reason, change, error, isSending, refuse } = useRefusing(order, { fieldId, onClose })
  const { group, component, units } = bloodInformation(order)

  function submit(event: FormEvent) {
    event.preventDefault()
    void refuse()
  }

  return (
    <Popup
      opened={opened}
      onClose={onClose}
      title="Refuse Order"
      subject={order.id}
      line={
        <>
          {group} {component}, {units} for <bdi>{displayNameOf(order.hospitalName)}</bdi>. The provider is
          told and looks for another blood bank. This cannot be taken back.
        </>
      }
      foot={
        <>
          <PushButton onClick={onClose}>Keep Order</PushButton>
          <PushButton type="submit" form={formId} kind="ink" loading={isSending} loadingLabel="Refusing">
            Refuse Order
          </PushButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <TextArea
          id={fieldId}
          label="Reason"
          help="Why you cannot issue it. The hospital and the provider read it in the timeline."
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
