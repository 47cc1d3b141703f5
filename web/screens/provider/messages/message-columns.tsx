import {
  IconAlertCircle,
  IconArchive,
  IconArrowForwardUp,
  IconBellRinging,
  IconCheck,
  IconCircleDashed,
  IconDeviceMobile,
  IconMail,
  type IconProps,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Message } from '#contract/messages.ts'
import type { Channel, MessageState } from '#domain/messages/resending.ts'
import { channelName, firstWords, keptWhy, kindName, stateName } from '#domain/messages/showing.ts'
import { Timestamp } from '../../../parts/Timestamp.tsx'
import { AddressText } from '../../../ui/AddressText.tsx'
import { Badge, type BadgeKind } from '../../../ui/feedback/Badge.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { MessagesResend } from './MessagesResend.tsx'
import classes from './message-columns.module.css'

type Open = (message: Message) => void

export const messageColumns = (open: Open): Column<Message>[] => [
  { title: 'Time', width: 168, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { title: 'Channel', width: 84, cell: ({ channel }) => <ChannelSign channel={channel} /> },
  { title: 'Kind', width: 140, cell: ({ kind }) => <span className="dim">{kindName(kind)}</span> },
  { title: 'Recipient', width: 200, cell: ({ recipient }) => <Recipient recipient={recipient} /> },
  { title: 'Message', width: 300, cell: (message) => <OpenButton message={message} open={open} /> },
  { title: 'State', width: 150, cell: (message) => <State message={message} /> },
  { title: 'Tries', width: 52, align: 'right', cell: ({ tries }) => tries },
  { title: 'Action', width: 92, cell: (message) => <MessagesResend message={message} /> },
]

const Recipient = ({ recipient }: { recipient: string }) => (
  <span className="breaks">
    <AddressText address={recipient} />
  </span>
)

/** Where the row tells what the message is about. */
const aboutAt = ({ id }: Pick<Message, 'id'>): string => `message-${id}`

const OpenButton = ({ message, open }: { message: Message; open: Open }) => (
  <button
    type="button"
    id={aboutAt(message)}
    className={`small breaks block bare ${classes.open}`}
    aria-haspopup="dialog"
    onClick={() => open(message)}
  >
    <bdi>{firstWords(message)}</bdi>
  </button>
)

const channelSigns: Record<Channel, ComponentType<IconProps>> = {
  mail: IconMail,
  sms: IconDeviceMobile,
  push: IconBellRinging,
}

function ChannelSign({ channel }: { channel: Channel }) {
  const Sign = channelSigns[channel]
  return (
    <span className={`inline gap-6 ${classes.channel}`}>
      <Sign size={16} stroke={1.75} aria-hidden />
      {channelName[channel]}
    </span>
  )
}

const stateLooks: Record<MessageState, { kind: BadgeKind; sign: ComponentType<IconProps> }> = {
  waiting: { kind: 'grey', sign: IconCircleDashed },
  sent: { kind: 'green', sign: IconCheck },
  kept: { kind: 'black', sign: IconArchive },
  failed: { kind: 'red', sign: IconAlertCircle },
  overtaken: { kind: 'black', sign: IconArrowForwardUp },
}

export function StateBadge({ state }: { state: MessageState }) {
  const { kind, sign: Sign } = stateLooks[state]
  return (
    <Badge kind={kind} icon={<Sign size={14} stroke={2.1} aria-hidden />}>
      {stateName[state]}
    </Badge>
  )
}

const State = ({ message }: { message: Message }) => (
  <>
    <StateBadge state={message.state} />
    <Kept message={message} />
    {message.error && (
      <p className={`tiny clamp breaks ${classes.error}`} title={message.error}>
        {message.error}
      </p>
    )}
  </>
)

const Kept = ({ message: { state, channel } }: { message: Message }) =>
  state === 'kept' && <p className="tiny dim">{keptWhy[channel]}</p>

export const MessageCard = ({ message, open }: { message: Message; open: Open }) => (
  <article className={classes.card} aria-labelledby={aboutAt(message)}>
    <div className={`ends gap-12 ${classes.top}`}>
      <OpenButton message={message} open={open} />
      <StateBadge state={message.state} />
    </div>
    <p className={`wrap ${classes.to}`}>
      <ChannelSign channel={message.channel} /> to <Recipient recipient={message.recipient} />
    </p>
    <p className="dim small">
      {kindName(message.kind)}, <Timestamp at={message.createdAt} />
      {message.tries > 1 && `, ${message.tries} tries`}
    </p>
    <Kept message={message} />
    {message.error && <p className={`tiny clamp breaks ${classes.error}`}>{message.error}</p>}
    <MessagesResend message={message} />
  </article>
)
