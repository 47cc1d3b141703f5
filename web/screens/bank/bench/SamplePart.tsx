import { IconCheck, IconHandStop, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { BenchOrderView, BenchSample } from '#contract/matching.ts'
import { shelfGroupName } from '#domain/bags/kinds.ts'
import { say } from '#domain/basics/refusal.ts'
import { tidy } from '#domain/basics/text.ts'
import { showDateTime } from '#domain/basics/time.ts'
import {
  differingPlaces,
  labelDifferences,
  type SampleRefusal,
  sampleWords,
  whyNotTrustSample,
} from '#domain/matching/sample.ts'
import { displayNameOf } from '#domain/people/actor.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import shared from './bench.module.css'
import { heldUpElsewhere, ownTube } from './bench-words.ts'
import { FindingsForm } from './FindingsForm.tsx'
import { SampleForm } from './SampleForm.tsx'
import classes from './SamplePart.module.css'
import type { BenchActs } from './use-bench-act.ts'

type PartProps = { order: BenchOrderView; acts: BenchActs }

const onHold: readonly SampleRefusal['code'][] = ['sample-unfit', 'label-differs', 'sample-group-differs']

/** The tube above the request, digits under digits; and no way past what differs. */
export function SamplePart({ order, acts }: PartProps) {
  const now = useNow()
  const [isAnother, setIsAnother] = useState(false)
  const [isTested, setIsTested] = useState(false)
  const [newest, ...older] = order.samples
  const refusal = whyNotTrustSample(ownTube(order), order, now)
  const isHeldUp = refusal !== null && onHold.includes(refusal.code)
  // of what is over a tube is compared as long as a result is owed
  const isOpen = !order.isOver || order.owed > 0
  const isUntested = refusal?.code === 'group-not-tested'
  const elsewhere = heldUpElsewhere(order, now)
  const isAwaited = (refusal !== null && !isUntested) || elsewhere !== null
  return (
    <section className={shared.part} aria-labelledby="bench-sample">
      {isHeldUp && !order.isOver && <Stop refusal={refusal} order={order} />}
      {elsewhere !== null && (
        <div className={shared.stop} role="alert">
          <IconHandStop size={26} stroke={1.75} aria-hidden />
          <p>{elsewhere}</p>
        </div>
      )}
      <div className={shared.partHead}>
        <h2 id="bench-sample" className="heading">
          {older.length > 0 ? `Sample ${order.samples.length}` : 'Sample'}
        </h2>
        <Standing refusal={refusal} />
        {newest && (
          <span className="muted">
            taken {showDateTime(newest.takenAt)}
            {newest.takenBy && ` by ${newest.takenBy}`}; received {showDateTime(newest.receivedAt)} by{' '}
            {newest.receivedBy};{' '}
            <strong className="strong">good until {showDateTime(newest.validUntil)}</strong>
          </span>
        )}
      </div>
      {newest && <Compared sample={newest} order={order} />}
      {newest && isOpen && (isUntested || (isTested && !isHeldUp)) && (
        <FindingsForm
          key={`${newest.id} ${newest.version}`}
          id={order.id}
          sample={newest}
          acts={acts}
          onDone={() => setIsTested(false)}
        />
      )}
      {newest && isOpen && (
        <div className={`wrap gap-8 ${classes.more}`}>
          {!isHeldUp && !isUntested && !isTested && (
            <PushButton kind="quiet" className={shared.press} onClick={() => setIsTested(true)}>
              Findings…
            </PushButton>
          )}
          {!isAwaited && !isAnother && (
            <PushButton kind="quiet" className={shared.press} onClick={() => setIsAnother(true)}>
              Another sample
            </PushButton>
          )}
        </div>
      )}
      {isOpen && (isAwaited || isAnother) && (
        <SampleForm
          key={order.samples.length}
          id={order.id}
          acts={acts}
          isAnother={newest !== undefined}
          onDone={() => setIsAnother(false)}
        />
      )}
    </section>
  )
}

function Stop({ refusal, order }: { refusal: SampleRefusal; order: BenchOrderView }) {
  const { title, text } = say(sampleWords, refusal)
  return (
    <div className={shared.stop} role="alert">
      <IconHandStop size={26} stroke={1.75} aria-hidden />
      <div>
        <p className={shared.stopTitle}>{title}</p>
        <p>{text}</p>
        <p>
          <bdi>{displayNameOf(order.hospitalName)}</bdi> was asked for a new sample
          {refusal.code === 'sample-group-differs' && ', or to correct the request'}. There is no way past
          this at the bench; for a bleeding patient there is emergency release.
        </p>
      </div>
    </div>
  )
}

function Standing({ refusal }: { refusal: SampleRefusal | null }) {
  if (!refusal)
    return (
      <Badge kind="green" icon={<IconCheck size={14} stroke={2.1} aria-hidden />}>
        agrees
      </Badge>
    )
  if (onHold.includes(refusal.code))
    return (
      <Badge kind="alarm" icon={<IconX size={14} stroke={2.1} aria-hidden />}>
        {refusal.code === 'label-differs'
          ? 'label differs'
          : refusal.code === 'sample-unfit'
            ? 'unfit'
            : 'group differs'}
      </Badge>
    )
  const words = { 'group-not-tested': 'group to be tested', 'sample-over': 'too old' }[refusal.code as string]
  return <Badge kind="grey">{words ?? 'awaited'}</Badge>
}

function Compared({ sample, order }: { sample: BenchSample; order: BenchOrderView }) {
  const differences = labelDifferences(sample, order)
  const isGroup = sample.groupFound === null || sample.groupFound === order.bloodGroup
  const screens = { negative: 'negative', positive: 'positive', 'not-done': 'not done' }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it goes sideways, for the keyboard too
    <section className={classes.scroll} aria-label="Tube and request" tabIndex={0}>
      <table className={`figures ${classes.compared}`}>
        <caption className="visually-hidden">What stands on the tube, and on the request</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Name</th>
            <th scope="col">Patient ID</th>
            <th scope="col">Group</th>
            <th scope="col">Antibody screen</th>
          </tr>
        </thead>
        <tbody>
          <tr className={classes.tube}>
            <th scope="row">On the tube</th>
            <td>
              <Marked
                text={sample.labelName}
                other={order.patientName}
                isSame={!differences.includes('name')}
              />
            </td>
            <td>
              <Marked
                text={sample.labelPatientId}
                other={order.patientId}
                isSame={!differences.includes('patient ID')}
              />
            </td>
            <td className={isGroup ? undefined : shared.bad}>
              {sample.groupFound ? shelfGroupName(sample.groupFound) : 'not tested'}
              {sample.groupFound && <Sign isSame={isGroup} />}
            </td>
            <td className={sample.antibodyScreen === 'positive' ? shared.bad : undefined}>
              {screens[sample.antibodyScreen]}
            </td>
          </tr>
          <tr>
            <th scope="row">On the request</th>
            <td>
              <Other
                text={order.patientName}
                than={sample.labelName}
                isSame={!differences.includes('name')}
              />
            </td>
            <td>
              <Other
                text={order.patientId}
                than={sample.labelPatientId}
                isSame={!differences.includes('patient ID')}
              />
            </td>
            <td>{shelfGroupName(order.bloodGroup)}</td>
            <td>–</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

const Marked = ({ text, other, isSame }: { text: string; other: string; isSame: boolean }) => (
  <>
    <Other text={text} than={other} isSame={isSame} />
    <Sign isSame={isSame} />
  </>
)

/** Only what differs is marked. */
function Other({ text, than, isSame }: { text: string; than: string; isSame: boolean }) {
  const places = new Set(isSame ? [] : differingPlaces(tidy(text), tidy(than)))
  return (
    <bdi>
      {[...tidy(text)].map((letter, at) =>
        places.has(at) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter is its place
          <mark key={at} className={classes.mark}>
            {letter}
          </mark>
        ) : (
          letter
        ),
      )}
    </bdi>
  )
}

const Sign = ({ isSame }: { isSame: boolean }) => (
  <span className={`${classes.sign} ${isSame ? shared.good : shared.bad}`}>
    <span className="visually-hidden">{isSame ? ', the same' : ', differs'}</span>
    {isSame ? <IconCheck size={16} stroke={2.2} aria-hidden /> : <IconX size={16} stroke={2.2} aria-hidden />}
  </span>
)
