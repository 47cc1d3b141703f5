import { IconKey } from '@tabler/icons-react'
import type { DeliveredRequest } from '#contract/requests.ts'
import { isUnderWay } from '#domain/driving/stepping.ts'
import { HandOverCode } from './HandOverCode.tsx'
import { type OfRequest, RequestButton, RequestPopup } from './RequestPopup.tsx'

type HandOverButtonProps = { request: DeliveredRequest; onOpen: (request: DeliveredRequest) => void }

const title = 'Hand-over code'

/** In the row of every request that a driver is under way for. */
export const HandOverButton = ({ request, onOpen }: HandOverButtonProps) =>
  isUnderWay(request) && (
    <RequestButton
      label={title}
      icon={<IconKey size={16} stroke={1.75} aria-hidden />}
      {...{ request, onOpen }}
    />
  )

export const HandOverPopup = (props: OfRequest) => (
  <RequestPopup {...props} title={title}>
    <HandOverCode request={props.request} />
  </RequestPopup>
)
