import { type RequestDetail, requests } from '#contract/requests.ts'
import { say } from '#domain/basics/refusal.ts'
import { whyNotCancel } from '#domain/requests/cancelling.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { requestWords } from '#domain/requests/words.ts'
import { call } from '../../../api/client.ts'
import { ReasonPopup } from '../../../parts/life/ReasonPopup.tsx'

type CancelPopupProps = {
  opened: boolean
  /** As it was when the person decided. */
  request: RequestDetail
  onClose: () => void
  onDone: () => void
}

export function CancelPopup({ opened, request, onClose, onDone }: CancelPopupProps) {
  const { group, component, units } = bloodInformation(request)
  return (
    <ReasonPopup
      opened={opened}
      onClose={onClose}
      onDone={onDone}
      subject={request.id}
      line={
        <>
          {group} {component}, {units} for <bdi>{request.patientName}</bdi>.
        </>
      }
      help="Why it is no longer wanted. It is kept in the timeline."
      words={{
        act: 'Cancel Request',
        keep: 'Keep Request',
        acting: 'Cancelling',
        acted: 'Request Cancelled',
      }}
      whatIsWrong={(reason) => {
        const refusal = whyNotCancel(request, reason)
        return refusal && say(requestWords, refusal)
      }}
      send={(reason) => call(requests.cancel, { id: request.id, version: request.version, reason })}
    />
  )
}
