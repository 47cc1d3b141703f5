import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { type BenchRow, matching } from '#contract/matching.ts'
import { shelfGroupName } from '#domain/bags/kinds.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { showClock } from '#domain/basics/time.ts'
import { answerText } from '#domain/matching/answering.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { fromNow, unitsText } from '#domain/requests/timeline.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLiveList } from '../../../api/queries.ts'
import { LiveNow } from '../../../parts/LiveNow.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { buttonClass } from '../../../ui/fields/PushButton.tsx'
import { Clock } from '../../../ui/frame/Clock.tsx'
import { PageHead } from '../../../ui/frame/PageHead.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { LoadMore } from '../../../ui/table/LoadMore.tsx'
import type { Column } from '../../../ui/table/table-shape.ts'
import { useHold } from '../../../ui/table/use-held-rows.ts'
import { useKeptFocus } from '../../../ui/table/use-kept-focus.ts'
import { AnswerBox } from './AnswerBox.tsx'
import classes from './BenchList.module.css'
import shared from './bench.module.css'
import { benchText, nextText, stagesOf } from './bench-words.ts'

const columns: Column<BenchRow>[] = [
  { title: 'Due', width: 140, firm: true, cell: (row) => <Due row={row} /> },
  {
    title: 'Order',
    width: 150,
    cell: (row) => (
      <>
        <OrderLink row={row} />
        <bdi className="dim block breaks">{displayNameOf(row.hospitalName)}</bdi>
      </>
    ),
  },
  { title: 'Blood', width: 130, cell: (row) => <Blood row={row} /> },
  { title: 'Where it stands', width: 520, cell: (row) => <Stages row={row} /> },
  { title: 'Next', width: 168, firm: true, align: 'right', cell: (row) => <Next row={row} /> },
]

/** Orders by the time they are due. No patient: opening one is recorded. */
export function BenchList({ title }: { title: string }) {
  const navigate = useNavigate()
  const list = useLiveList(matching.orders, {})
  const [isTableHeld, setIsTableHeld] = useState(false)
  const above = useAbove(list.rows ?? noRows, isTableHeld)
  return (
    <>
      <PageHead
        title={title}
        line={list.rows ? benchText(list.rows) : '\u00a0'}
        right={
          <>
            <LiveNow />
            <Clock every={1000} format={showClock} />
          </>
        }
      />
      <div {...above.frameProps}>
        <div {...above.holdProps}>
          {above.ringing && <Ringing key={above.ringing.id} row={above.ringing} />}
          {above.owing.map((row) => (
            <Owed key={row.id} row={row} />
          ))}
        </div>
      </div>
      {list.rows && list.isOld && list.error && (
        <Notice kind="warning" onRetry={list.retry}>
          This list may be out of date: {wordsFor(list.error).text}
        </Notice>
      )}
      <DataTable
        label="Orders on the bench"
        rows={list.rows}
        columns={columns}
        rowKey={({ id }) => id}
        empty="NO DATA FOUND"
        emptyHelp="Orders appear here by themselves once the provider links them to your bank."
        failed={list.error && !list.rows ? { text: wordsFor(list.error).text, retry: list.retry } : null}
        card={(row) => <Card row={row} />}
        onRowPress={({ id }) => void navigate({ to: paths.bench(id) })}
        onHoldChange={setIsTableHeld}
      />
      {list.hasMore && <LoadMore loading={list.isLoadingMore} onClick={list.loadMore} />}
    </>
  )
}

const noRows: readonly BenchRow[] = []

/**
 * What asks for a word above the list. It stays as it is while the pointer or the focus is on it or on the list: else a
 * press would answer the next order, or land on the row that came to lie there.
 */
function useAbove(rows: readonly BenchRow[], isTableHeld: boolean) {
  const frame = useRef<HTMLDivElement>(null)
  const { isHeld, forgetFocus, holdProps } = useHold()
  const focusProps = useKeptFocus(frame, forgetFocus)
  const last = useRef({ ringing: noRows, owing: noRows })
  const fresh = {
    ringing: rows.filter(({ stage }) => stage === 'answer').slice(0, 1),
    owing: rows.filter(({ owed }) => owed > 0),
  }
  const shown = isHeld || isTableHeld ? last.current : fresh
  useEffect(() => {
    last.current = shown
  })
  const asNow = (row: BenchRow) => rows.find(({ id }) => id === row.id) ?? row
  const [ringing] = shown.ringing.map(asNow)
  return {
    ringing,
    owing: shown.owing.map(asNow),
    holdProps,
    frameProps: { ref: frame, tabIndex: -1, ...focusProps },
  }
}

/** The order that waits longest for a word, above the list. */
function Ringing({ row }: { row: BenchRow }) {
  const now = useNow()
  return (
    <section className={`wrap ${classes.ringing}`} aria-label={`New order ${row.id}`}>
      <div className="fill stack">
        <p>
          <strong className="strong">
            New order from <bdi>{displayNameOf(row.hospitalName)}</bdi>
          </strong>{' '}
          <OrderLink row={row} />
        </p>
        <p className="larger">
          <strong className="strong">{shelfGroupName(row.bloodGroup)}</strong> {row.component},{' '}
          {unitsText(row.units)}, due <DueWords row={row} />
        </p>
      </div>
      {row.answer ? <p>Your answer: {answerText(row.answer, row.units, now)}</p> : <AnswerBox order={row} />}
    </section>
  )
}

function Owed({ row }: { row: BenchRow }) {
  const now = useNow()
  return (
    <section className={`wrap ${classes.owed}`} aria-label={`Result owed for ${row.id}`}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <p className="fill">
        <strong className="strong">
          {row.owed === 1 ? '1 result is owed' : `${row.owed} results are owed`}
        </strong>{' '}
        for order <OrderLink row={row} />: issued as an emergency, not cross-matched
        {row.owedBy && (
          <>
            , <strong className="strong">owed by {showWhen(row.owedBy, now)}</strong>,{' '}
            {fromNow(row.owedBy, now)}
          </>
        )}
        .
      </p>
      <Link to={paths.bench(row.id)} className={`${buttonClass({})} ${shared.press}`}>
        Record result
      </Link>
    </section>
  )
}

function Due({ row }: { row: BenchRow }) {
  const now = useNow()
  const isPast = row.deadlineAt < now
  return (
    <span className="figures">
      <strong className="strong block large">{showWhen(row.deadlineAt, now)}</strong>
      <span className={isPast ? shared.bad : 'dim'}>{fromNow(row.deadlineAt, now)}</span>
    </span>
  )
}

function DueWords({ row }: { row: BenchRow }) {
  const now = useNow()
  return (
    <>
      <strong className="strong">{showWhen(row.deadlineAt, now)}</strong>, {fromNow(row.deadlineAt, now)}
    </>
  )
}

const Blood = ({ row }: { row: BenchRow }) => (
  <>
    <strong className="strong block large">{shelfGroupName(row.bloodGroup)}</strong>
    <span className="dim">
      {row.component}, {unitsText(row.units)}
      {row.orderType === 'reservation' && ', reservation'}
    </span>
  </>
)

const OrderLink = ({ row: { id } }: { row: BenchRow }) => (
  <Link to={paths.bench(id)} id={`bench-${id}`} className={`medium figures ${classes.id}`}>
    {id}
  </Link>
)

function Stages({ row }: { row: BenchRow }) {
  const now = useNow()
  return (
    <div>
      <ol className={classes.stages}>
        {stagesOf(row, now).map(({ state, words, more }, at) => (
          <li key={names[at]} data-state={state}>
            <span className="visually-hidden">{stateWords[state]} </span>
            <span className={classes.words}>{words}</span>
            <span className="dim block tiny breaks">{more}</span>
          </li>
        ))}
      </ol>
      {row.onHold && <p className={`small ${shared.bad} ${classes.hold}`}>{row.onHold}</p>}
    </div>
  )
}

const names = ['answer', 'sample', 'match', 'issue']
const stateWords = { done: 'Done:', now: 'Now:', open: 'Later:', stop: 'Stopped:' }

const Next = ({ row }: { row: BenchRow }) => (
  <Link
    to={paths.bench(row.id)}
    className={`${buttonClass({ kind: row.stage === 'issue' ? 'ink' : 'outlined', wide: true })} ${shared.press}`}
    aria-describedby={`bench-${row.id}`}
  >
    {nextText(row)}
  </Link>
)

const Card = ({ row }: { row: BenchRow }) => (
  <article className="stack gap-12" aria-labelledby={`bench-${row.id}`}>
    <div className="ends gap-12">
      <Due row={row} />
      <span>
        <Blood row={row} />
      </span>
    </div>
    <p>
      <OrderLink row={row} />, <bdi className="breaks">{displayNameOf(row.hospitalName)}</bdi>
    </p>
    <Stages row={row} />
    <Next row={row} />
  </article>
)
