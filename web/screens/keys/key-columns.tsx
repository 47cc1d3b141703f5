import { IconAlertTriangle, IconCheck, IconClockOff, IconHandStop } from '@tabler/icons-react'
import type { KeptKey } from '#contract/keys.ts'
import { earlier, showDate, showDateTime } from '#domain/basics/time.ts'
import { scopeNames } from '#domain/keys/scopes.ts'
import { type KeyState, stateOf } from '#domain/keys/using.ts'
import { useNow } from '../../parts/use-now.ts'
import { Badge, type BadgeKind } from '../../ui/feedback/Badge.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import type { Column } from '../../ui/table/table-shape.ts'
import classes from './Keys.module.css'

export type KeyActs = {
  /** The id of the one that is being stopped. */
  busy: string | null
  stop: (key: KeptKey) => void
}

export const keyColumns = (acts: KeyActs): Column<KeptKey>[] => [
  { title: 'Key', width: 200, cell: (key) => <Name of={key} /> },
  { title: 'What it may', width: 260, cell: (key) => <May of={key} /> },
  { title: 'Made by', width: 170, cell: (key) => <Maker of={key} /> },
  { title: 'Last used', width: 130, cell: (key) => <Used of={key} /> },
  { title: 'Last day', width: 110, cell: lastDay },
  { title: 'State', width: 110, cell: (key) => <State of={key} /> },
  { title: 'Action', width: 90, firm: true, cell: (key) => <Acts of={key} acts={acts} /> },
]

const sign = { size: 14, stroke: 2.1, 'aria-hidden': true } as const
const nameAt = ({ id }: KeptKey): string => `row-${id}`
type Of = { of: KeptKey }

/** It ends with the day, so the moment after is the next. */
const lastDay = ({ until }: KeptKey): string => showDate(earlier(until, 1))

const Name = ({ of: key }: Of) => (
  <div className="stack breaks">
    <span className="row wrap gap-6">
      <strong id={nameAt(key)}>
        <bdi>{key.name}</bdi>
      </strong>
      {key.isTest && <Badge kind="grey">test</Badge>}
    </span>
    <code className="muted">{key.prefix}…</code>
  </div>
)

const May = ({ of: { scopes, networks } }: Of) => (
  <div className="stack breaks">
    <span>{scopes.map((scope) => scopeNames[scope]).join('; ')}</span>
    {networks.length > 0 && <span className="muted">from {networks.join(', ')}</span>}
  </div>
)

const Maker = ({ of: { madeBy, madeAt, isMakerGone } }: Of) => (
  <div className="stack breaks">
    <bdi>{madeBy}</bdi>
    <time className="muted" dateTime={madeAt.toISOString()}>
      {showDateTime(madeAt)}
    </time>
    {isMakerGone && (
      <span className="tiny inline gap-6">
        <IconAlertTriangle {...sign} /> no admin here any more
      </span>
    )}
  </div>
)

const Used = ({ of: { usedAt } }: Of) =>
  usedAt ? (
    <time dateTime={usedAt.toISOString()}>{showDateTime(usedAt)}</time>
  ) : (
    <span className="dim">never</span>
  )

const looks: Record<KeyState, { kind: BadgeKind; Sign: typeof IconCheck; word: string }> = {
  live: { kind: 'green', Sign: IconCheck, word: 'works' },
  ended: { kind: 'grey', Sign: IconClockOff, word: 'ended' },
  stopped: { kind: 'black', Sign: IconHandStop, word: 'stopped' },
}

function State({ of: key }: Of) {
  const { kind, Sign, word } = looks[stateOf(key, useNow(60_000))]
  return (
    <div className="stack">
      <span>
        <Badge kind={kind} icon={<Sign {...sign} />}>
          {word}
        </Badge>
      </span>
      {key.stoppedBy !== null && (
        <span className="tiny breaks">
          by <bdi>{key.stoppedBy}</bdi>
        </span>
      )}
    </div>
  )
}

function Acts({ of: key, acts }: Of & { acts: KeyActs }) {
  const now = useNow(60_000)
  if (stateOf(key, now) !== 'live') return null
  return (
    <div className={`row wrap gap-8 ${classes.acts}`}>
      <PushButton
        size="xs"
        aria-describedby={nameAt(key)}
        icon={<IconHandStop {...sign} />}
        loading={acts.busy === key.id}
        onClick={() => acts.stop(key)}
      >
        Stop
      </PushButton>
    </div>
  )
}

export const KeyCard = ({ of: key, acts }: Of & { acts: KeyActs }) => (
  <article className={classes.card} aria-labelledby={nameAt(key)}>
    <Name of={key} />
    <State of={key} />
    <May of={key} />
    <div className="small">
      Made by <Maker of={key} />
    </div>
    <span className="small">
      Last used <Used of={key} />, last day {lastDay(key)}
    </span>
    <Acts of={key} acts={acts} />
  </article>
)
