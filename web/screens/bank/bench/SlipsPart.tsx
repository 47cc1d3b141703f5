import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { type BenchOrderView, matching, type Slip } from '#contract/matching.ts'
import { bagName } from '#domain/bags/bag.ts'
import { shelfGroupName } from '#domain/bags/kinds.ts'
import { showDateTime } from '#domain/basics/time.ts'
import { isToReplace } from '#domain/matching/handing-over.ts'
import { AsideWarning, EmergencyWarning } from '../../../parts/bags/BagWarnings.tsx'
import { MethodField, useMethod } from '../../../parts/bags/MethodField.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import shared from './bench.module.css'
import { mayProveWrong } from './bench-words.ts'
import { MatchNote } from './MatchNote.tsx'
import classes from './SlipsPart.module.css'
import { openSlip } from './slip-tab.ts'
import type { BenchActs } from './use-bench-act.ts'

type SlipsPartProps = { order: BenchOrderView; acts: BenchActs }

/** What left, and what is still to be told of it. */
export function SlipsPart({ order, acts }: SlipsPartProps) {
  if (order.slips.length === 0) return null
  return (
    <section className={shared.panel} aria-labelledby="bench-slips">
      <div>
        <h2 id="bench-slips" className="larger strong">
          Issued
        </h2>
      </div>
      {order.slips.map((slip) => (
        <OneSlip key={slip.slip} {...{ order, acts, slip }} />
      ))}
    </section>
  )
}

function OneSlip({ order, acts, slip }: SlipsPartProps & { slip: Slip }) {
  const delivery = order.deliveries.find(({ seq }) => seq === slip.seq)
  const isOut = delivery?.deliveredAt != null
  // told once of a delivery, however many slips it has
  const isLast = order.slips.findLast((one) => one.seq === slip.seq && isGoing(one)) === slip
  return (
    <div className="stack gap-8">
      <div className="ends gap-8 row">
        <span>
          <strong className="strong">
            Delivery {slip.seq}, slip {slip.slip}
          </strong>
          <span className="muted block">
            {showDateTime(slip.issuedAt)}, {slip.issuedBy}
            {slip.checkedBy && `, checked by ${slip.checkedBy}`}
          </span>
          <EmergencyWarning slip={slip} />
        </span>
        <PushButton
          className={shared.press}
          icon={<IconPrinter size={18} stroke={1.75} aria-hidden />}
          onClick={() => openSlip(slip.slip)}
        >
          Reprint
        </PushButton>
      </div>
      <ul className={shared.lines}>
        {slip.bags.map((bag) => (
          <li key={bag.id} className={`${shared.line} ${classes.bag}`}>
            <span className="figures breaks">
              <strong className="strong">{bagName(bag)}</strong> {shelfGroupName(bag.bloodGroup)}{' '}
              {bag.component}
              <AsideWarning bag={bag} />
              {delivery && <EndedWarning {...{ bag, slip, delivery }} />}
            </span>
            {bag.isOwed && <OwedResult {...{ order, acts }} bagId={bag.id} number={bagName(bag)} />}
            {mayProveWrong(order, bag) && (
              <ProvedWrong {...{ order, acts }} bagId={bag.id} number={bagName(bag)} />
            )}
          </li>
        ))}
      </ul>
      {!isOut && !order.isOver && isLast && <HandOver {...{ order, acts }} seq={slip.seq} />}
    </div>
  )
}

const isGoing = ({ bags }: Slip): boolean => bags.some(({ setAside }) => setAside === null)

type EndedProps = {
  bag: Slip['bags'][number]
  slip: Slip
  delivery: BenchOrderView['deliveries'][number]
}

/** Packed, and its end came before it left. */
function EndedWarning({ bag, slip: { isEmergency }, delivery }: EndedProps) {
  const now = useNow()
  return (
    <span role="status" className="block">
      {isToReplace({ bag, isEmergency, delivery }, now) && (
        <strong className={`strong small block ${shared.bad}`}>
          Ended {showDateTime(bag.expiresAt)}: discard it on Bags, and pack another
        </strong>
      )}
    </span>
  )
}

type OwedProps = SlipsPartProps & { bagId: string; number: string }

/** Of a bag that left in an emergency: it is wanted all the same, good or bad. */
function OwedResult({ order, acts, bagId, number }: OwedProps) {
  const [method, setMethod] = useMethod()
  const [note, setNote] = useState<string | null>(null)
  const record = (result: 'compatible' | 'incompatible') =>
    acts.act(`owed ${bagId}`, matching.recordMatch, {
      ...{ id: order.id, bagId, method, result },
      note: note ?? '',
    })
  return (
    <div className={classes.owed}>
      <span className={`small ${shared.bad} ${classes.owing}`}>Result owed</span>
      <MethodField method={method} onChange={setMethod} className={classes.method} />
      {(['compatible', 'incompatible'] as const).map((result) => (
        <PushButton
          key={result}
          className={shared.press}
          loading={acts.isDoing(`owed ${bagId}`)}
          aria-label={`${result === 'compatible' ? 'Compatible' : 'Incompatible'}, ${number}`}
          onClick={() => void record(result)}
        >
          {result === 'compatible' ? 'Compatible' : 'Incompatible'}
        </PushButton>
      ))}
      <MatchNote number={number} note={note} onChange={setNote} />
    </div>
  )
}

/** What was read later proves it wrong: it is set aside, and whoever has it is rung. */
function ProvedWrong({ order, acts, bagId, number }: OwedProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [method, setMethod] = useMethod()
  const [note, setNote] = useState<string | null>(null)
  if (!isOpen)
    return (
      <PushButton
        kind="quiet"
        className={`${shared.press} ${classes.later}`}
        aria-label={`Proved incompatible, ${number}`}
        onClick={() => setIsOpen(true)}
      >
        Proved incompatible…
      </PushButton>
    )
  return (
    <div className={classes.owed}>
      <span className={`small ${shared.bad} ${classes.owing}`}>
        It is set aside for good, and the hospital is rung:
      </span>
      <MethodField method={method} onChange={setMethod} className={classes.method} />
      <PushButton
        className={shared.press}
        loading={acts.isDoing(`wrong ${bagId}`)}
        aria-label={`Incompatible, ${number}`}
        onClick={() =>
          void acts.act(`wrong ${bagId}`, matching.recordMatch, {
            ...{ id: order.id, bagId, method, result: 'incompatible' },
            note: note ?? '',
          })
        }
      >
        Incompatible
      </PushButton>
      <MatchNote number={number} note={note} onChange={setNote} />
      <PushButton kind="quiet" className={shared.press} onClick={() => setIsOpen(false)}>
        Cancel
      </PushButton>
    </div>
  )
}

/** Where no driver reports it, the bank tells that the bags left, and how warm they were. */
function HandOver({ order, acts, seq }: SlipsPartProps & { seq: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const temperature = Number(typed.replace(',', '.'))
  const isWhole = typed.trim() !== '' && Number.isFinite(temperature)
  if (!isOpen)
    return (
      <PushButton className={shared.press} onClick={() => setIsOpen(true)}>
        Handed over, and no driver reports…
      </PushButton>
    )
  return (
    <Form
      label={`Delivery ${seq} handed over`}
      className={`wrap gap-8 ${classes.over}`}
      onSubmit={() =>
        isWhole ? acts.act(`over ${seq}`, matching.handOver, { id: order.id, seq, temperature }) : undefined
      }
    >
      <TextField
        label="Temperature"
        size="lg"
        inputMode="decimal"
        right="°C"
        value={typed}
        className={classes.temperature}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PushButton
        type="submit"
        kind="ink"
        className={shared.press}
        disabled={!isWhole}
        loading={acts.isDoing(`over ${seq}`)}
        loadingLabel="Saving"
      >
        Handed over
      </PushButton>
    </Form>
  )
}
