import { IconKey } from '@tabler/icons-react'
import type { DeliveredRequest } from '#contract/requests.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { Popup } from '../../ui/feedback/Popup.tsx'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import { HandOverCode } from './HandOverCode.tsx'
import { patientAt } from './patient-at.ts'

type HandOverButtonProps = { request: DeliveredRequest; onOpen: (request: DeliveredRequest) => void }

/** In the row of every request that a driver is under way for. */
export function HandOverButton({ request, onOpen }: HandOverButtonProps) {
  if (!isUnderWay(request)) return null
  return (
    <ActionButton
      label={title}
      icon={<IconKey size={16} stroke={1.75} aria-hidden />}
      describedBy={patientAt(request)}
      onClick={() => onOpen(request)}
    />
  )
}

const title = 'Hand-over code'

type HandOverPopupProps = { request: DeliveredRequest; opened: boolean; onClose: () => void }

export function HandOverPopup({ request, opened, onClose }: HandOverPopupProps) {
  const { group, component, units } = bloodInformation(request)
  return (
    <Popup
      opened={opened}
      onClose={onClose}
      title={title}
      subject={request.id}
      line={
        <span className="breaks">
          {group} {component}, {units} for <bdi>{request.patientName}</bdi>
        </span>
      }
    >
      <HandOverCode request={request} />
    </Popup>
  )
}
