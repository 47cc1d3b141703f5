import { IconAlertTriangle, IconCheck, IconHandStop, IconPlayerPause } from '@tabler/icons-react'
import type { Hook } from '#contract/hooks.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { hookKinds } from '#domain/hooks/kinds.ts'
import type { HookState } from '#domain/hooks/saving.ts'
import { now } from '../../server-clock.ts'
import { Badge, type BadgeKind } from '../../ui/feedback/Badge.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import type { Column } from '../../ui/table/table-shape.ts'
import classes from './Hooks.module.css'

export type HookActs = {
  /** What is under way, by act and id. */
  busy: string | null
  open: (hook: Hook) => void
  change: (hook: Hook) => void
  tryIt: (hook: Hook) => void
  switch: (hook: Hook) => void
}

export const hookColumns = (acts: HookActs): Column<Hook>[] => [
  { title: 'Hook', width: 240, cell: (hook) => <Address of={hook} /> },
  { title: 'What it is told of', width: 260, cell: (hook) => <Kinds of={hook} /> },
  { title: 'Last taken', width: 130, cell: (hook) => <Last of={hook} /> },
  { title: 'State', width: 150, cell: (hook) => <State of={hook} /> },
  { title: 'Action', width: 290, firm: true, cell: (hook) => <Acts of={hook} acts={acts} /> },
]

type Of = { of: Hook }
const sign = { size: 14, stroke: 2.1, 'aria-hidden': true } as const
const urlAt = ({ id }: Hook): string => `hook-row-${id}`

const Address = ({ of: hook }: Of) => (
  <div className="stack breaks">
    <strong id={urlAt(hook)}>
      <bdi>{hook.url}</bdi>
    </strong>
    <span className="muted">
      by <bdi>{hook.madeBy}</bdi>, {showDateTime(hook.madeAt)}
    </span>
  </div>
)

const Kinds = ({ of: { kinds, withTests } }: Of) => (
  <div className="stack breaks">
    {kinds.map((kind) => hookKinds[kind].name).join('; ')}
    {withTests && <span className="muted">test orders too</span>}
  </div>
)

const Last = ({ of: { lastTakenAt } }: Of) =>
  lastTakenAt ? (
    <time dateTime={lastTakenAt.toISOString()}>{showDateTime(lastTakenAt)}</time>
  ) : (
    <span className="dim">never</span>
  )

const looks: Record<HookState, { kind: BadgeKind; Sign: typeof IconCheck }> = {
  on: { kind: 'green', Sign: IconCheck },
  off: { kind: 'grey', Sign: IconPlayerPause },
  stopped: { kind: 'red', Sign: IconHandStop },
}

export function State({ of: { state, failures, waiting, quietUntil } }: Of) {
  const { kind, Sign } = looks[state]
  return (
    <div className="stack">
      <span>
        <Badge kind={kind} icon={<Sign {...sign} />}>
          {state}
        </Badge>
      </span>
      {state === 'stopped' && <span className="tiny">Nobody took anything. Nothing is sent.</span>}
      {state === 'on' && failures > 0 && (
        <span className="tiny inline gap-6">
          <IconAlertTriangle {...sign} /> {failures} {failures === 1 ? 'try' : 'tries'} in vain
        </span>
      )}
      {waiting > 0 && <span className="tiny">{waiting} waiting</span>}
      {state === 'on' && quietUntil && quietUntil > now() && (
        <span className="tiny">asked to wait until {showDateTime(quietUntil)}</span>
      )}
    </div>
  )
}

function Acts({ of: hook, acts }: Of & { acts: HookActs }) {
  const about = { size: 'xs', 'aria-describedby': urlAt(hook) } as const
  return (
    <div className={`row wrap gap-8 ${classes.acts}`}>
      <PushButton
        {...about}
        loading={acts.busy === `try ${hook.id}`}
        loadingLabel="Trying"
        onClick={() => acts.tryIt(hook)}
      >
        Try it
      </PushButton>
      <PushButton {...about} onClick={() => acts.open(hook)}>
        Deliveries
      </PushButton>
      <PushButton {...about} onClick={() => acts.change(hook)}>
        Change
      </PushButton>
      <PushButton {...about} loading={acts.busy === `switch ${hook.id}`} onClick={() => acts.switch(hook)}>
        {hook.state === 'on' ? 'Switch off' : 'Switch on'}
      </PushButton>
    </div>
  )
}

export const HookCard = ({ of: hook, acts }: Of & { acts: HookActs }) => (
  <article className={classes.card} aria-labelledby={urlAt(hook)}>
    <Address of={hook} />
    <State of={hook} />
    <Kinds of={hook} />
    <span className="small">
      Last taken <Last of={hook} />
    </span>
    <Acts of={hook} acts={acts} />
  </article>
)
