import { useState } from 'react'
import { type Hook, type HookDelivery, hooks } from '#contract/hooks.ts'
import { dayOf, days, earlier, instantOf, showDateTime } from '#domain/basics/time.ts'
import { hookKinds } from '#domain/hooks/kinds.ts'
import { replayDays } from '#domain/hooks/replaying.ts'
import { type DeliveryState, deliveryStateText } from '#domain/hooks/showing.ts'
import { wordsFor } from '../../api/client.ts'
import { useLiveList } from '../../api/queries.ts'
import { useLookAgain } from '../../parts/use-look-again.ts'
import { useNow } from '../../parts/use-now.ts'
import { Badge, type BadgeKind } from '../../ui/feedback/Badge.tsx'
import { Popup } from '../../ui/feedback/Popup.tsx'
import { DayField } from '../../ui/fields/DayField.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import type { Column } from '../../ui/table/table-shape.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import classes from './Hooks.module.css'
import { answerText, replay } from './hook-acts.ts'
import { State } from './hook-columns.tsx'

type HookDrawerProps = { hook: Hook; onClose: () => void; onTurn: () => void }

const pageSize = 20

/** One hook: what it was told in the last 30 days, a day of it once more, and a new secret. */
export function HookDrawer({ hook, onClose, onTurn }: HookDrawerProps) {
  const list = useLiveList(hooks.deliveries, { id: hook.id })
  useLookAgain(hooks.deliveries)
  return (
    <Popup
      opened
      isDrawer
      onClose={onClose}
      title="Deliveries"
      line={<bdi className="breaks">{hook.url}</bdi>}
      right={<State of={hook} />}
    >
      <div className="stack gap-20">
        <Replay hook={hook} />
        <div className="row wrap gap-12">
          <PushButton size="sm" onClick={onTurn}>
            New secret
          </PushButton>
          <span className="muted">
            {hook.oldUntil && hook.oldUntil > new Date()
              ? `The one before signs too until ${showDateTime(hook.oldUntil)}.`
              : 'The one before signs beside it for a day.'}
          </span>
        </div>
        <DataTable
          label="Deliveries"
          rows={list.rows}
          columns={columns}
          rowKey={({ eventId }) => String(eventId)}
          card={(one) => <Card of={one} />}
          pageSize={pageSize}
          viewKey=""
          empty="NO DATA FOUND"
          emptyHelp="What this hook was told in the last 30 days is listed here."
          failed={list.error ? { text: wordsFor(list.error).text, retry: list.retry } : null}
        />
        {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
      </div>
    </Popup>
  )
}

function Replay({ hook }: { hook: Hook }) {
  const now = useNow(60_000)
  const [day, setDay] = useState(() => dayOf(now))
  const { doing, take } = useOneAtATime<'replaying'>()
  return (
    <div className={classes.replay}>
      <DayField
        label="Replay a day"
        value={day}
        min={dayOf(earlier(now, days(replayDays - 1)))}
        max={dayOf(now)}
        note="All that happened on it, once more, with the same ids."
        onChange={setDay}
      />
      <PushButton
        disabled={day === ''}
        loading={doing !== null}
        loadingLabel="Replaying"
        onClick={() => void take('replaying', () => replay(hook, instantOf(day, '00:00')))}
      >
        Replay
      </PushButton>
    </div>
  )
}

type Of = { of: HookDelivery }

const looks: Record<DeliveryState, BadgeKind> = {
  waiting: 'amber',
  delivered: 'green',
  failed: 'red',
  'given-up': 'black',
}

const StateOf = ({ of: { state } }: Of) => <Badge kind={looks[state]}>{deliveryStateText[state]}</Badge>

const When = ({ of: { happenedAt, nextAt, triedAt } }: Of) => (
  <div className="stack">
    <time dateTime={happenedAt.toISOString()}>{showDateTime(happenedAt)}</time>
    {triedAt && <span className="muted">tried {showDateTime(triedAt)}</span>}
    {nextAt && <span className="muted">next {showDateTime(nextAt)}</span>}
  </div>
)

const tookText = ({ tookMs, tries }: HookDelivery): string =>
  [`${tries} ${tries === 1 ? 'try' : 'tries'}`, ...(tookMs === null ? [] : [`${tookMs} ms`])].join(', ')

const columns: Column<HookDelivery>[] = [
  { title: 'What', width: 200, cell: ({ kind }) => hookKinds[kind].name },
  { title: 'Order', width: 100, cell: ({ subject }) => subject },
  { title: 'Answer', width: 130, cell: (one) => <Answer of={one} /> },
  { title: 'State', width: 150, cell: (one) => <StateOf of={one} /> },
  { title: 'When', width: 170, cell: (one) => <When of={one} /> },
]

const Answer = ({ of: one }: Of) => (
  <div className="stack breaks">
    <span>{answerText(one)}</span>
    {one.tries > 0 && <span className="muted">{tookText(one)}</span>}
  </div>
)

const Card = ({ of: one }: Of) => (
  <article className={classes.card} aria-label={`${hookKinds[one.kind].name}, order ${one.subject}`}>
    <strong>{hookKinds[one.kind].name}</strong>
    <span>
      Order {one.subject} <StateOf of={one} />
    </span>
    <Answer of={one} />
    <When of={one} />
  </article>
)
