import { IconDroplet } from '@tabler/icons-react'
import type { DeliveredRequest } from '#contract/requests.ts'
import { usePackedSlips } from '../../parts/bags/PackedBags.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { OwnSlips } from './OwnSlips.tsx'
import { type OfRequest, RequestButton, RequestPopup } from './RequestPopup.tsx'

type BagsButtonProps = { request: DeliveredRequest; onOpen: (request: DeliveredRequest) => void }

const title = 'Bags'

/** In the row of every request of which bags left with a slip. */
export const BagsButton = ({ request, onOpen }: BagsButtonProps) =>
  request.deliveries.some(({ isPacked }) => isPacked) && (
    <RequestButton
      label={title}
      icon={<IconDroplet size={16} stroke={1.75} aria-hidden />}
      {...{ request, onOpen }}
    />
  )

export function BagsPopup(props: OfRequest) {
  const { id } = props.request
  const slips = usePackedSlips(id, props.opened)
  return (
    <RequestPopup {...props} title={title}>
      {slips ? <OwnSlips id={id} slips={slips} /> : <Spinner size={20} />}
    </RequestPopup>
  )
}
