import { IconBan, IconCopy, IconPencil, IconReplace } from '@tabler/icons-react'
import { type HistoryState, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type RequestDetail, requests } from '#contract/requests.ts'
import { isHospitalAdmin, mayRaise, mayReplace } from '#domain/people/actor.ts'
import { mayBeAmended } from '#domain/requests/amending.ts'
import { mayBeCancelled } from '#domain/requests/cancelling.ts'
import { mayBeRaisedAgain } from '#domain/requests/raising-again.ts'
import { mayBeReplaced } from '#domain/requests/replacing.ts'
import { useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { TimestampsPopup } from '../../../parts/life/TimestampsPopup.tsx'
import { paths } from '../../../paths.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { CancelPopup } from './CancelPopup.tsx'
import { MoreTold } from './MoreTold.tsx'

type RequestTimestampsProps = { id: string; opened: boolean; onClose: () => void }

/** The times of one of the hospital's requests; an admin can cancel it from here. */
export function RequestTimestamps({ id, opened, onClose }: RequestTimestampsProps) {
  const member = useMember()
  const navigate = useNavigate()
  const go = (state: Pick<HistoryState, 'again' | 'amend' | 'replace'>) =>
    void navigate({ to: paths.screen('pilot', 'request'), state })
  const asked = useLive(requests.show, { id }, { enabled: opened })
  const [seen, setSeen] = useState<RequestDetail | null>(null)
  const [isCancelling, setIsCancelling] = useState(false)
  const toCancel = isCancelling ? seen : asked.data

  function startCancelling(request: RequestDetail) {
    setSeen(request)
    setIsCancelling(true)
  }

  function closeBoth() {
    setIsCancelling(false)
    onClose()
  }

  return (
    <>
      <TimestampsPopup
        opened={opened}
        onClose={onClose}
        id={id}
        asked={asked}
        isCovered={isCancelling}
        also={({ more }) => <MoreTold more={more} />}
        foot={(request) => {
          const isAgain = mayRaise(member) && mayBeRaisedAgain(request)
          const isAmendable = mayRaise(member) && mayBeAmended(request)
          const isCancellable = isHospitalAdmin(member) && mayBeCancelled(request)
          const isReplaceable = mayReplace(member) && mayBeReplaced(request)
          return (
            (isAgain || isAmendable || isCancellable || isReplaceable) && (
              <>
                {isAgain && (
                  <PushButton
                    size="sm"
                    icon={<IconCopy size={16} stroke={1.75} aria-hidden />}
                    onClick={() => go({ again: { id: request.id } })}
                  >
                    Raise again
                  </PushButton>
                )}
                {isAmendable && (
                  <PushButton
                    size="sm"
                    icon={<IconPencil size={16} stroke={1.75} aria-hidden />}
                    onClick={() => go({ amend: { id: request.id } })}
                  >
                    Amend Request
                  </PushButton>
                )}
                {isReplaceable && (
                  <PushButton
                    size="sm"
                    icon={<IconReplace size={16} stroke={1.75} aria-hidden />}
                    onClick={() => go({ replace: { id: request.id } })}
                  >
                    Cancel and raise again
                  </PushButton>
                )}
                {isCancellable && (
                  <PushButton
                    size="sm"
                    icon={<IconBan size={16} stroke={1.75} aria-hidden />}
                    onClick={() => startCancelling(request)}
                  >
                    Cancel Request
                  </PushButton>
                )}
              </>
            )
          )
        }}
      />
      {isHospitalAdmin(member) && toCancel && (
        <CancelPopup
          key={toCancel.id}
          opened={isCancelling}
          request={toCancel}
          onClose={() => setIsCancelling(false)}
          onDone={closeBoth}
        />
      )}
    </>
  )
}
