import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { type RequestDetail, requests } from '#contract/requests.ts'
import { isHospitalAdmin } from '#domain/people/actor.ts'
import { mayBeCancelled } from '#domain/requests/cancelling.ts'
import { useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { TimestampsPopup } from '../../../parts/life/TimestampsPopup.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { CancelPopup } from './CancelPopup.tsx'

type RequestTimestampsProps = { id: string; opened: boolean; onClose: () => void }

/** The times of one of the hospital's requests; an admin can cancel it from here. */
export function RequestTimestamps({ id, opened, onClose }: RequestTimestampsProps) {
  const member = useMember()
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
        foot={(request) =>
          isHospitalAdmin(member) &&
          mayBeCancelled(request) && (
            <PushButton
              size="sm"
              icon={<IconBan size={16} stroke={1.75} aria-hidden />}
              onClick={() => startCancelling(request)}
            >
              Cancel Request
            </PushButton>
          )
        }
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
