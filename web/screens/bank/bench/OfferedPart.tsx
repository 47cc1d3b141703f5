import { IconClockExclamation } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type BenchOrderView, type ChoiceRow, matching } from '#contract/matching.ts'
import { bagName } from '#domain/bags/bag.ts'
import { type ShelfGroup, shelfGroupName } from '#domain/bags/kinds.ts'
import { showTime } from '#domain/basics/time.ts'
import { unitsOwed } from '#domain/matching/bench-order.ts'
import type { Emergency } from '#domain/matching/issuing.ts'
import { whyNotThisTube } from '#domain/matching/sample.ts'
import { useLive } from '../../../api/queries.ts'
import { useMember } from '../../../api/session.ts'
import { BagNumber } from '../../../parts/bags/BagNumber.tsx'
import { ScanField } from '../../../parts/bags/ScanField.tsx'
import { NotYet } from '../../../parts/NotYet.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { Popup } from '../../../ui/feedback/Popup.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useHeldList } from '../../../ui/table/use-held-list.ts'
import shared from './bench.module.css'
import { asOrder } from './bench-words.ts'
import { useEmergencyGroup } from './EmergencyPart.tsx'
import classes from './OfferedPart.module.css'
import { PartChoice } from './PartChoice.tsx'
import { type Known, scannedBag } from './scanned-bag.ts'
import type { BenchActs } from './use-bench-act.ts'

type OfferedPartProps = { order: BenchOrderView; acts: BenchActs; emergency: Emergency | null }

/** The best; a bag that stands below can be scanned as well. */
const shownFirst = 8

/** Every offer with its reason; the first is to be taken first. */
export function OfferedPart({ order, acts, emergency }: OfferedPartProps) {
  const { organisationId } = useMember()
  const [isSoonShown, setIsSoonShown] = useState(false)
  const [isAllShown, setIsAllShown] = useState(false)
  const [early, setEarly] = useState<{ bagId: string; number: string } | null>(null)
  const isEmergency = emergency !== null
  const emergencyGroup = useEmergencyGroup(order)
  const asked = useLive(matching.choices, {
    id: order.id,
    ...(isEmergency && { emergency: 'yes' as const }),
  })
  const owed = unitsOwed(asOrder(order, organisationId ?? ''))
  const now = useNow()
  const isStopped = !isEmergency && isOnWrongTube(order, now)
  const items = asked.data?.items ?? []
  const offered = items.filter(({ endsSoon }) => !endsSoon)
  const soon = items.filter(({ endsSoon }) => endsSoon)
  const rows = [...(isAllShown ? offered : offered.slice(0, shownFirst)), ...(isSoonShown ? soon : [])]
  const list = useHeldList(rows, ({ bag }) => bag.id, `${isEmergency} ${isAllShown} ${isSoonShown}`)
  const first = list.shown.find(({ row }) => row)?.row

  const hold = (bagId: string, reason = '') =>
    acts.act(`hold ${bagId}`, matching.hold, { id: order.id, bagId, reason, isEmergency })

  /** Of one that ends soon it is asked why. */
  function take(bagId: string) {
    const choice = soon.find(({ bag }) => bag.id === bagId)
    if (choice && !isEmergency) return setEarly({ bagId, number: bagName(choice.bag) })
    void hold(bagId)
  }

  return (
    <section className={shared.part} aria-labelledby="bench-offered">
      <div className={shared.partHead}>
        <h2 id="bench-offered" className="heading">
          Offered
        </h2>
        <span className="muted">
          {isEmergency ? `For an emergency: ${emergencyGroup}. ` : ''}
          {owed === 1 ? '1 unit is owed' : `${owed} units are owed`}, {order.holds.length} held.{' '}
          {isStopped
            ? 'Nothing is held until a tube of this patient comes.'
            : 'Press Hold, or scan a bag to hold it.'}
        </span>
      </div>
      {!isStopped && <ScanToHold order={order} choices={items} onFound={take} />}
      {!asked.data && <NotYet asked={asked} height={160} />}
      {asked.data && offered.length === 0 && (
        <p className={`muted ${classes.none}`}>
          No free bag of your shelf fits this patient and outlives the deadline.
        </p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: it takes the focus of a row that has left, and is no section */}
      <div role="group" aria-label="Bags that are offered" className={classes.list} {...list.frameProps}>
        {list.waiting && (
          <div className={classes.waiting} {...list.holdProps}>
            <PushButton className={shared.press} onClick={list.release}>
              {list.waiting}
            </PushButton>
          </div>
        )}
        <ul className={shared.lines} {...list.holdProps}>
          {list.shown.map(({ key, row: choice }) =>
            choice ? (
              <Offer
                key={key}
                {...{ order, acts, choice, isStopped }}
                isFirst={choice === first && !choice.endsSoon}
                onHold={() => take(key)}
              />
            ) : (
              <li key={`${key} gone`} className={classes.gone} style={{ height: list.sizeOf(key)?.height }}>
                No longer offered
              </li>
            ),
          )}
        </ul>
      </div>
      {!isAllShown && offered.length > shownFirst && (
        <PushButton kind="quiet" className={shared.press} onClick={() => setIsAllShown(true)}>
          Show {offered.length - shownFirst} more that fit
        </PushButton>
      )}
      {asked.data?.endingSoon && soon.length > 0 && (
        <p className={`wrap gap-12 ${classes.soon}`}>
          <IconClockExclamation size={18} stroke={1.75} aria-hidden />
          <span className="fill">{asked.data.endingSoon}</span>
          {!isSoonShown && (
            <PushButton kind="quiet" className={shared.press} onClick={() => setIsSoonShown(true)}>
              Show {soon.length === 1 ? 'it' : 'them'}
            </PushButton>
          )}
        </p>
      )}
      {early && (
        <EarlyReason
          number={early.number}
          onClose={() => setEarly(null)}
          onSay={(reason) => {
            setEarly(null)
            void hold(early.bagId, reason)
          }}
        />
      )}
    </section>
  )
}

type OfferProps = {
  order: BenchOrderView
  acts: BenchActs
  choice: ChoiceRow
  isFirst: boolean
  isStopped: boolean
  onHold: () => void
}

/** Of a wrong tube, or one that cannot be used, nobody takes a bag away from others. */
function isOnWrongTube(order: BenchOrderView, now: Date): boolean {
  const [sample] = order.samples
  const refusal = sample && whyNotThisTube({ ...sample, requestId: order.id }, order, now)
  return refusal?.code === 'label-differs' || refusal?.code === 'sample-unfit'
}

function Offer({ order, acts, choice, isFirst, isStopped, onHold }: OfferProps) {
  const { bag, text, level, isAlarming } = choice
  const group = shelfGroupName(bag.bloodGroup)
  return (
    <li className={`${shared.line} ${classes.offer}`} data-slot={bag.id} data-first={isFirst || undefined}>
      <span id={`offer-${bag.id}`}>
        <BagNumber bag={bag} />
      </span>
      <span className={classes.why}>
        <span className={isAlarming ? shared.bad : undefined}>
          {text.startsWith(group) ? (
            <>
              <strong className="strong">{group}</strong>
              {text.slice(group.length)}
            </>
          ) : (
            text
          )}
        </span>
        {bag.place && <span className="dim small block">{bag.place}</span>}
        {level === 'care' && <Nod order={order} acts={acts} bloodGroup={bag.bloodGroup} />}
      </span>
      {!isStopped && (
        <PushButton
          kind={isFirst ? 'ink' : 'outlined'}
          className={shared.press}
          loading={acts.isDoing(`hold ${bag.id}`)}
          aria-describedby={`offer-${bag.id}`}
          onClick={onHold}
        >
          Hold
        </PushButton>
      )}
    </li>
  )
}

/** A group that needs care needs the hospital's word. */
function Nod({
  order,
  acts,
  bloodGroup,
}: {
  order: BenchOrderView
  acts: BenchActs
  bloodGroup: ShelfGroup
}) {
  const asked = order.substitutions.find((one) => one.bloodGroup === bloodGroup)
  if (!asked || asked.isAccepted === false)
    return (
      <span className="wrap gap-8 row">
        {asked && (
          <span className={`small ${shared.bad}`}>
            {asked.decidedBy === null
              ? 'What was asked before counts no more. Please ask again.'
              : `The hospital said no, ${asked.decidedBy}.`}
          </span>
        )}
        <PushButton
          className={shared.press}
          loading={acts.isDoing(`propose ${bloodGroup}`)}
          onClick={() =>
            void acts.act(`propose ${bloodGroup}`, matching.propose, { id: order.id, bloodGroup })
          }
        >
          Ask the hospital for {shelfGroupName(bloodGroup)}
        </PushButton>
      </span>
    )
  if (asked.isAccepted)
    return (
      <span className={`small block ${shared.good}`}>
        The hospital agreed, {asked.decidedBy}
        {asked.doctor && `, ${asked.doctor}`}.
      </span>
    )
  return <span className="dim small block">The hospital was asked at {showTime(asked.proposedAt)}.</span>
}

type ScanProps = { order: BenchOrderView; choices: readonly ChoiceRow[]; onFound: (bagId: string) => void }

function ScanToHold({ order, choices, onFound }: ScanProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [parts, setParts] = useState<readonly Known[]>([])
  const field = useRef<HTMLInputElement>(null)
  const last = useRef<Promise<void>>(Promise.resolve())

  /** One after the other: whoever scans three bags does not wait for the first to be found. */
  function take(text: string) {
    setTyped('')
    setError(null)
    setParts([])
    last.current = last.current.then(() => look(text, parts))
  }

  async function look(text: string, asked: readonly Known[]) {
    const known = choices.map(({ bag }) => bag)
    const found = await scannedBag(text, known, { component: order.component, asked })
    if ('bagId' in found) return onFound(found.bagId)
    setError(found.text)
    setParts('parts' in found ? found.parts : [])
  }

  return (
    <div className={classes.scan}>
      <ScanField
        ref={field}
        label="Scan a bag to hold it"
        placeholder="Scan a bag to hold it"
        size="md"
        value={typed}
        error={error}
        onChange={(next) => {
          setTyped(next)
          setError(null)
        }}
        onScan={take}
      />
      <PartChoice
        parts={parts}
        onPress={(bagId) => {
          setError(null)
          setParts([])
          onFound(bagId)
          field.current?.focus()
        }}
      />
    </div>
  )
}

type EarlyProps = { number: string; onClose: () => void; onSay: (reason: string) => void }

function EarlyReason({ number, onClose, onSay }: EarlyProps) {
  const [reason, setReason] = useState('')
  const isBlank = reason.trim() === ''
  return (
    <Popup
      opened
      onClose={onClose}
      title="Expires too soon"
      subject={number}
      line="It ends less than the spare hours after the deadline. Why is it taken all the same?"
      foot={
        <>
          <PushButton kind="ink" className={shared.press} disabled={isBlank} onClick={() => onSay(reason)}>
            Hold it
          </PushButton>
          <PushButton kind="quiet" className={shared.press} onClick={onClose}>
            Leave it
          </PushButton>
        </>
      }
    >
      <TextField
        label="Reason"
        size="lg"
        value={reason}
        maxLength={200}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Popup>
  )
}
