import { IconCheck, IconCircleX, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type BenchOrderView, matching } from '#contract/matching.ts'
import { bagName } from '#domain/bags/bag.ts'
import { hasRedCells, shelfGroupName } from '#domain/bags/kinds.ts'
import { expiryText } from '#domain/bags/showing.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { showTime } from '#domain/basics/time.ts'
import { type CrossmatchMethod, type CrossmatchResult, isMatched } from '#domain/matching/crossmatch.ts'
import type { Emergency } from '#domain/matching/issuing.ts'
import { whyNotTrustSample } from '#domain/matching/sample.ts'
import { BagNumber } from '../../../parts/bags/BagNumber.tsx'
import { MethodField, methodNames, useMethod } from '../../../parts/bags/MethodField.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import shared from './bench.module.css'
import { ownTube } from './bench-words.ts'
import classes from './HeldPart.module.css'
import { MatchNote } from './MatchNote.tsx'
import type { BenchActs } from './use-bench-act.ts'

type HeldPartProps = { order: BenchOrderView; acts: BenchActs; emergency: Emergency | null }
type Hold = BenchOrderView['holds'][number]

/** Results and holds in one list. */
export function HeldPart({ order, acts, emergency }: HeldPartProps) {
  const now = useNow()
  const [method, setMethod] = useMethod()
  const isTrusted = order.onHold === null && whyNotTrustSample(ownTube(order), order, now) === null
  const isMatchNeeded = hasRedCells(order.component) && !emergency
  const barred = order.matches.filter(({ result }) => result === 'incompatible')
  if (order.holds.length === 0 && barred.length === 0) return null

  return (
    <section className={shared.part} aria-labelledby="bench-held">
      <div className={shared.partHead}>
        <h2 id="bench-held" className="heading">
          Held for this patient
        </h2>
        <span className="muted fill">
          {isMatchNeeded && `matched ${order.matched} of ${order.left}. `}Holds end by themselves with the
          sample.
        </span>
        {isMatchNeeded && isTrusted && (
          <MethodField method={method} onChange={setMethod} className={classes.method} />
        )}
      </div>
      <ul className={shared.lines}>
        {order.holds.map((hold) => (
          <li key={hold.bag.id} className={`${shared.line} ${classes.held}`}>
            <BagFacts hold={hold} now={now} />
            <div className={classes.result}>
              {isMatchNeeded && isTrusted && !resultOf(order, hold.bag.id) ? (
                <Judge {...{ order, acts, method }} bag={hold.bag} />
              ) : (
                <Result order={order} hold={hold} isMatchNeeded={isMatchNeeded} />
              )}
            </div>
            <span className={`muted figures ${classes.until}`}>until {showWhen(hold.until, now)}</span>
            <PushButton
              kind="quiet"
              className={`${shared.press} ${classes.release}`}
              aria-describedby={`held-${hold.bag.id}`}
              loading={acts.isDoing(`let go ${hold.bag.id}`)}
              onClick={() =>
                void acts.act(`let go ${hold.bag.id}`, matching.letGo, { id: order.id, bagId: hold.bag.id })
              }
            >
              Release
            </PushButton>
          </li>
        ))}
        {barred.map((match) => (
          <li key={match.id} className={`${shared.line} ${shared.bad} ${classes.barred}`}>
            <IconCircleX size={18} stroke={1.75} aria-hidden />
            <span>
              <strong className="strong">
                {bagName({ ...match, number: match.bagNumber })} incompatible
              </strong>
              , {methodNames[match.method]}, {showTime(match.doneAt)}, {match.doneBy}. Barred for this
              patient, free for others.
              <Said note={match.note} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type JudgeProps = Pick<HeldPartProps, 'order' | 'acts'> & { method: CrossmatchMethod; bag: Hold['bag'] }

function Judge({ order, acts, method, bag }: JudgeProps) {
  const [note, setNote] = useState<string | null>(null)
  const record = (result: CrossmatchResult) =>
    acts.act(`${result} ${bag.id}`, matching.recordMatch, {
      ...{ id: order.id, bagId: bag.id, method, result },
      note: note ?? '',
    })
  return (
    <>
      <PushButton
        className={`${shared.press} ${classes.judge}`}
        icon={<IconCheck size={18} stroke={2} aria-hidden />}
        loading={acts.isDoing(`compatible ${bag.id}`)}
        aria-describedby={`held-${bag.id}`}
        onClick={() => void record('compatible')}
      >
        Compatible
      </PushButton>
      <PushButton
        className={`${shared.press} ${classes.judge}`}
        icon={<IconX size={18} stroke={2} aria-hidden />}
        loading={acts.isDoing(`incompatible ${bag.id}`)}
        aria-describedby={`held-${bag.id}`}
        onClick={() => void record('incompatible')}
      >
        Incompatible
      </PushButton>
      <MatchNote number={bag.number} note={note} className={classes.note} onChange={setNote} />
    </>
  )
}

const Said = ({ note }: { note: string }) => note !== '' && <bdi className="dim block breaks">{note}</bdi>

const resultOf = ({ samples: [sample], matches }: BenchOrderView, bagId: string) =>
  sample && isMatched(bagId, sample.id, matches)
    ? matches.find((one) => one.bagId === bagId && one.sampleId === sample.id)
    : undefined

export function BagFacts({ hold: { bag }, now }: { hold: Pick<Hold, 'bag'>; now: Date }) {
  const { when, isUrgent } = expiryText(bag, now)
  return (
    <span id={`held-${bag.id}`} className={classes.bag}>
      <BagNumber bag={bag} />
      <span className="small">
        <strong className="strong">{shelfGroupName(bag.bloodGroup)}</strong> {bag.component},{' '}
        <span className={isUrgent ? shared.bad : 'dim'}>expires {when}</span>
        {bag.place && <span className="dim">, {bag.place}</span>}
      </span>
    </span>
  )
}

type ResultProps = { order: BenchOrderView; hold: Hold; isMatchNeeded: boolean }

function Result({ order, hold, isMatchNeeded }: ResultProps) {
  const match = resultOf(order, hold.bag.id)
  if (match)
    return (
      <span className="small">
        <strong className={`strong inline gap-6 ${shared.good}`}>
          <IconCheck size={18} stroke={2.2} aria-hidden /> compatible
        </strong>
        <span className="dim block">
          {methodNames[match.method]}, {showTime(match.doneAt)}, {match.doneBy}
        </span>
        <Said note={match.note} />
      </span>
    )
  if (hold.isEmergency)
    return <strong className={`strong small ${shared.bad}`}>emergency, not cross-matched</strong>
  return <span className="muted">{isMatchNeeded ? 'waits for a sample that agrees' : 'by its group'}</span>
}
