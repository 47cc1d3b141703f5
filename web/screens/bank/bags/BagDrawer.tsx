import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bags, type Donation, type ShelfBag } from '#contract/bags.ts'
import type { OutputOf } from '#contract/route.ts'
import { standOf } from '#domain/bags/donation-tests.ts'
import { shelfComponentName, shelfGroupName } from '#domain/bags/kinds.ts'
import { attributeNames } from '#domain/bags/showing.ts'
import { instantOf, showDate, showDateTime } from '#domain/basics/time.ts'
import { wordsFor } from '../../../api/client.ts'
import { useLive } from '../../../api/queries.ts'
import { BagNumber } from '../../../parts/bags/BagNumber.tsx'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { WaitingLines } from '../../../ui/feedback/WaitingLines.tsx'
import { BagActs } from './BagActs.tsx'
import classes from './BagDrawer.module.css'
import { Expires, HeldFor, StateBadge } from './bag-columns.tsx'
import { resultsOf } from './donations.ts'

type BagDrawerProps = { id: string; onClose: () => void; onOpen: (id: string) => void }

/** One bag: what it is, what was found of its donation, its life, and what can be done with it. */
export function BagDrawer({ id, onClose, onOpen }: BagDrawerProps) {
  const asked = useLive(bags.history, { id })
  const isIts = asked.data?.bag.id === id
  const bag = isIts ? asked.data?.bag : undefined
  return (
    <Popup
      opened
      isDrawer
      onClose={onClose}
      title="Bag"
      subject={bag && <BagNumber bag={bag} />}
      line={bag && `${shelfComponentName(bag.component)}, ${shelfGroupName(bag.bloodGroup)}`}
    >
      {bag ? (
        <div className="stack gap-20">
          <Facts bag={bag} form={asked.data?.form ?? null} />
          <BagActs key={`${bag.id} ${bag.version}`} bag={bag} isBack={asked.data?.isBack ?? false} />
          <OfDonation bag={bag} onOpen={onOpen} />
          <Life steps={asked.data?.steps ?? []} />
        </div>
      ) : asked.error ? (
        <Notice kind="warning" onRetry={asked.refetch}>
          {wordsFor(asked.error).text}
        </Notice>
      ) : (
        <WaitingLines widths={[70, 45, 60]} />
      )}
    </Popup>
  )
}

function Facts({ bag, form }: { bag: ShelfBag; form: FormStand }) {
  const facts: [string, ReactNode][] = [
    ['State', <StateBadge key="state" state={bag.state} />],
    ['Expires', <Expires key="end" bag={bag} />],
    ['Place', bag.place || '–'],
    ['Collected', showDate(instantOf(bag.collectedOn, '12:00'))],
    ['Lies in', bag.anticoagulant ?? '–'],
    ['Known of it', bag.attributes.map((one) => attributeNames[one]).join(', ') || '–'],
    ['Taken in', `${showDateTime(bag.takenAt)}, by ${bag.takenBy}`],
    ...(bag.volumeMl === null ? [] : [fact('Volume', `${bag.volumeMl} ml`)]),
    ...(bag.segment === null ? [] : [fact('Segment', bag.segment)]),
    ...(bag.donorFormId === null ? [] : [fact('Donor form', <DonorForm id={bag.donorFormId} form={form} />)]),
    ...(bag.hold ? [fact('Held for', <HeldFor bag={bag} />)] : []),
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, fact]) => (
        <div key={name}>
          <dt className="muted">{name}</dt>
          <dd className="breaks">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

const fact = (name: string, it: ReactNode): [string, ReactNode] => [name, it]

type FormStand = OutputOf<typeof bags.history>['form']

/** One that was erased is not there to be opened. */
const DonorForm = ({ id, form }: { id: string; form: FormStand }) =>
  form?.erasedAt ? (
    <>
      <span className="figures">{id}</span>, erased on {showDate(form.erasedAt)}
    </>
  ) : (
    <>
      <Link to={paths.screen('bloodbank', 'consent')} search={{ form: id } as never} className="figures">
        {id}
      </Link>
      {form?.status === 'rejected' && ', rejected'}
    </>
  )

function OfDonation({ bag, onOpen }: { bag: ShelfBag; onOpen: (id: string) => void }) {
  const { data, error, refetch } = useLive(bags.find, { number: bag.number })
  return (
    <section className="stack gap-8" aria-label="Donation">
      <h3 className="subheading">Tests of the donation</h3>
      {data?.number === bag.number ? (
        <>
          <Results donation={data} />
          {data.bags.length > 1 && (
            <p className="small">
              <span className="dim">Other bags of it: </span>
              {data.bags
                .filter(({ id }) => id !== bag.id)
                .map((other) => (
                  <button
                    key={other.id}
                    type="button"
                    className={`bare ${classes.other}`}
                    onClick={() => onOpen(other.id)}
                  >
                    {other.component}
                    {other.division && ` part ${other.division}`}, {other.state}
                  </button>
                ))}
            </p>
          )}
        </>
      ) : error ? (
        <Notice kind="warning" onRetry={refetch}>
          {wordsFor(error).text}
        </Notice>
      ) : (
        <WaitingLines widths={[70, 45, 60]} />
      )}
    </section>
  )
}

function Results({ donation }: { donation: Donation }) {
  const stand = standOf(resultsOf(donation))
  return (
    <>
      {stand.kind === 'waiting' && (
        <p className="small">
          <span className="dim">Still to be recorded: </span>
          {stand.missing.join(', ')}
        </p>
      )}
      {donation.results.length > 0 && (
        <ul className={`wrap gap-8 ${classes.results}`}>
          {donation.results.map((one) => (
            <li
              key={`${one.test} ${one.testedAt.getTime()} ${one.result}`}
              className="small"
              data-bad={one.result === 'reactive' || undefined}
              title={`${showDateTime(one.testedAt)}, by ${one.testedBy}`}
            >
              <span className="dim">{one.test}</span> <strong>{one.result}</strong>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type Step = { at: Date; words: string; by: string; detail: string }

const Life = ({ steps }: { steps: readonly Step[] }) => (
  <section className="stack gap-8" aria-label="Life of the bag">
    <h3 className="subheading">Its life</h3>
    <ol className={classes.life}>
      {steps.map((step, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a trail only grows, so a step is its place in it
        <li key={at} className="small">
          <time className="dim figures" dateTime={step.at.toISOString()}>
            {showDateTime(step.at)}
          </time>
          <span className="breaks">
            <strong className="medium">{step.words}</strong>
            {step.detail && <span>: {step.detail}</span>}
            <span className="dim">
              {' '}
              by <bdi>{step.by}</bdi>
            </span>
          </span>
        </li>
      ))}
    </ol>
  </section>
)
