import type { ComponentProps, ReactNode } from 'react'
import type { DeliveredRequest } from '#contract/requests.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { Popup } from '../../ui/feedback/Popup.tsx'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import { patientAt } from './patient-at.ts'

type RequestButtonProps = {
  label: string
  icon: ReactNode
  request: DeliveredRequest
  onOpen: (request: DeliveredRequest) => void
}

/** In the row of a request: opens what there is to know of it. */
export const RequestButton = ({ label, icon, request, onOpen }: RequestButtonProps) => (
  <ActionButton {...{ label, icon }} describedBy={patientAt(request)} onClick={() => onOpen(request)} />
)

export type OfRequest = { request: DeliveredRequest; opened: boolean; onClose: () => void }
type RequestPopupProps = OfRequest & Pick<ComponentProps<typeof Popup>, 'title' | 'children'>

/** Says above all whose blood it is about. */
export function RequestPopup({ request, ...popup }: RequestPopupProps) {
  const { group, component, units } = bloodInformation(request)
  return (
    <Popup
      {...popup}
      subject={request.id}
      line={
        <span className="breaks">
          {group} {component}, {units} for <bdi>{request.patientName}</bdi>
        </span>
      }
    />
  )
}
