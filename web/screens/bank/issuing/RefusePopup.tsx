import { type IssuedRequest, issuing } from '#contract/issuing.ts'
import { say } from '#domain/basics/refusal.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { refuseWords, whyNotRefuse } from '#domain/requests/refusing.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { call } from '../../../api/client.ts'
import { ReasonPopup } from '../../../parts/life/ReasonPopup.tsx'

type RefusePopupProps = {
  opened: boolean
  /** As it was when the person decided. */
  order: IssuedRequest
  onClose: () => void
}

export function RefusePopup({ opened, order, onClose }: RefusePopupProps) {
  const { group, component, units } = bloodInformation(order)
  return (
    <ReasonPopup
      opened={opened}
      onClose={onClose}
      subject={order.id}
      line={
        <>
          {group} {component}, {units} for <bdi>{displayNameOf(order.hospitalName)}</bdi>. The provider is
          told and looks for another blood bank.
        </>
      }
      help="Why you cannot issue it. The hospital and the provider read it in the timeline."
      words={{ act: 'Refuse Order', keep: 'Keep Order', acting: 'Refusing', acted: 'Order Refused' }}
      whatIsWrong={(reason) => {
        const refusal = whyNotRefuse(order, reason)
        return refusal && say(refuseWords, refusal)
      }}
      send={(reason) => call(issuing.refuse, { id: order.id, version: order.version, reason })}
    />
  )
}
