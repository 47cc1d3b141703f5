import type { ReactNode } from 'react'
import type { Message } from '#contract/messages.ts'
import { channelName, kindName, stateHelp } from '#domain/messages/showing.ts'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import classes from './MessagesPopup.module.css'
import { MessagesResend } from './MessagesResend.tsx'
import { StateBadge } from './message-columns.tsx'

type MessagesPopupProps = { message: Message | null; opened: boolean; onClose: () => void }

/** One message as it was written, and its fate. */
export function MessagesPopup({ message, opened, onClose }: MessagesPopupProps) {
  // there before it is opened: it gives the focus back to where it was then
  if (!message)
    return (
      <Popup opened={false} onClose={onClose} title="">
        {null}
      </Popup>
    )
  const canBeResent = message.state === 'failed' || message.state === 'kept'
  return (
    <Popup
      opened={opened}
      onClose={onClose}
      title={kindName(message.kind)}
      line={stateHelp[message.state]}
      right={<StateBadge state={message.state} />}
      foot={canBeResent && <MessagesResend message={message} />}
    >
      <dl className={`small stack ${classes.facts}`}>
        <Fact label="Channel">{channelName[message.channel]}</Fact>
        <Fact label="To">{message.recipient}</Fact>
        <Fact label="Written">
          <Timestamp at={message.createdAt} />
        </Fact>
        <Fact label="Sent">{message.sentAt ? <Timestamp at={message.sentAt} /> : 'not yet'}</Fact>
        <Fact label="Tries">{message.tries}</Fact>
        {message.error && (
          <Fact label="Error">
            <span className={classes.error}>{message.error}</span>
          </Fact>
        )}
      </dl>
      <div className={`well ${classes.words}`}>
        {message.subject && (
          <h3 className={`heading ${classes.subject}`}>
            <bdi>{message.subject}</bdi>
          </h3>
        )}
        <p className={classes.body}>{message.body}</p>
      </div>
    </Popup>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
