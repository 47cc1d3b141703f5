import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import type { OwnRequest } from '#contract/requests.ts'
import { bloodInformation } from '#domain/requests/showing.ts'
import { copyText } from '../../../ui/copying.ts'
import type { AlertRequest } from '../../../ui/feedback/alert-store.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import classes from './RaisedRequest.module.css'
import { whenIn } from './raise-draft.ts'

/** §8, with the id by which the request is spoken of from now on. */
export const raisedAlert = (request: OwnRequest, now: Date): AlertRequest => ({
  title: 'Data Submitted',
  text: 'Your details have been successfully submitted',
  kind: 'success',
  more: <RaisedRequest request={request} now={now} />,
  action: { label: 'See its status' },
})

function RaisedRequest({ request, now }: { request: OwnRequest; now: Date }) {
  const { group, component, units } = bloodInformation(request)
  return (
    <>
      <div className={`well breaks small ${classes.raised}`}>
        <div className={`ends ${classes.head}`}>
          <p>
            Request ID
            <span className={`figures ink block ${classes.id}`}>{request.id}</span>
          </p>
          <CopyButton text={request.id} />
        </div>
        <p>
          <bdi className="strong ink">{request.patientName}</bdi> {request.patientId}
        </p>
        <p>
          <span className="strong ink">
            {group} {component}, {units}
          </span>
          , pickup {whenIn(request.pickupAt, now)}, deliver by {whenIn(request.deadlineAt, now)}
        </p>
      </div>
      <p>It is pending until a hospital admin approves it.</p>
    </>
  )
}

/** Says itself that it did: a toast would lie behind the alert. */
function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState('Copy')
  return (
    <PushButton
      size="sm"
      icon={<IconCopy size={16} stroke={1.75} aria-hidden />}
      onClick={async () => setSaid((await copyText(text)) ? 'Copied' : 'Not copied')}
    >
      <span aria-live="polite">{said}</span>
    </PushButton>
  )
}
