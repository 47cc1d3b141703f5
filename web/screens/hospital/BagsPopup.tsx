import { IconDroplet } from '@tabler/icons-react'
import type { DeliveredRequest } from '#contract/requests.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { PackedSlip, usePackedSlips } from '../../parts/bags/PackedBags.tsx'
import { Popup } from '../../ui/feedback/Popup.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { ActionButton } from '../../ui/fields/ActionButton.tsx'
import { patientAt } from './patient-at.ts'

type BagsButtonProps = { request: DeliveredRequest; onOpen: (request: DeliveredRequest) => void }

/** In the row of every request of which bags left with a slip. */
export function BagsButton({ request, onOpen }: BagsButtonProps) {
  if (!request.deliveries.some(({ isPacked }) => isPacked)) return null
  return (
    <ActionButton
      label={title}
      icon={<IconDroplet size={16} stroke={1.75} aria-hidden />}
      describedBy={patientAt(request)}
      onClick={() => onOpen(request)}
    />
  )
}

const title = 'Bags'

type BagsPopupProps = { request: DeliveredRequest; opened: boolean; onClose: () => void }

export function BagsPopup({ request, opened, onClose }: BagsPopupProps) {
  const { group, component, units } = bloodInformation(request)
  const slips = usePackedSlips(request.id, opened)
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
      {slips ? (
        slips.map((slip) => <PackedSlip key={slip.slip} slip={slip} mayPrint />)
      ) : (
        <Spinner size={20} />
      )}
    </Popup>
  )
}
