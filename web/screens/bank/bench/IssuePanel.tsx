import { IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type BenchOrderView, matching } from '#contract/matching.ts'
import { bagName } from '#domain/bags/bag.ts'
import { hasLeft, nextToPack, unitsToPack } from '#domain/matching/bench-order.ts'
import type { Emergency } from '#domain/matching/issuing.ts'
import { unitsPerDelivery } from '#domain/requests/delivering.ts'
import { useMember } from '../../../api/session.ts'
import { ScanField } from '../../../parts/bags/ScanField.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import shared from './bench.module.css'
import { BagFacts } from './HeldPart.tsx'
import classes from './IssuePanel.module.css'
import { type IssueDraft, leftToDo, type ScannedOut, stillHeld } from './issue-draft.ts'
import { PartChoice } from './PartChoice.tsx'
import { bagIn, type Known } from './scanned-bag.ts'
import { openSlip, slipTab } from './slip-tab.ts'
import type { BenchActs } from './use-bench-act.ts'

type IssuePanelProps = {
  order: BenchOrderView
  acts: BenchActs
  emergency: Emergency | null
  onIssued: () => void
}

const empty: IssueDraft = { scanned: [], checker: null, password: '' }

/** Packs the next delivery: each bag scanned out and looked at, by two people where the house asks for it. */
export function IssuePanel({ order, acts, emergency, onIssued }: IssuePanelProps) {
  const now = useNow()
  const { organisationId } = useMember()
  const [draft, setDraft] = useState(empty)
  const next = nextToPack(order)
  if (!next) return null
  const scanned = stillHeld(order, draft.scanned)
  const most = Math.min(unitsPerDelivery, unitsToPack(next))
  const left = leftToDo(order, organisationId ?? '', { ...draft, scanned }, emergency, now)
  const bags = scanned.length === 1 ? '1 bag' : `${scanned.length} bags`
  const change = (part: Partial<IssueDraft>) => setDraft((before) => ({ ...before, ...part }))
  const out = (bagId: string, isInspected: boolean): ScannedOut[] =>
    scanned.map((one) => (one.bagId === bagId ? { bagId, isInspected } : one))

  async function issue() {
    if (!next) return
    const tab = slipTab()
    const { checker, password } = draft
    const slip = await acts.act('issue', matching.issue, {
      id: order.id,
      seq: next.seq,
      bags: scanned.map(({ bagId, isInspected }) => ({ bagId, isInspected })),
      checker: checker === null ? null : { email: checker, password },
      emergency,
    })
    // nobody's password stays on the screen
    change({ password: '' })
    if (!slip) return tab?.close()
    openSlip(slip.slip, tab)
    setDraft(empty)
    onIssued()
    showToast({ text: `Delivery ${next.seq} is packed, slip ${slip.slip}`, kind: 'success' })
  }

  return (
    <section className={shared.panel} aria-labelledby="bench-issue">
      <div>
        <h2 id="bench-issue" className="larger strong">
          Issue {next.packed === null ? '' : 'the rest of '}delivery {next.seq} of {order.deliveries.length}
        </h2>
        <p className="muted">
          Up to {most} of {order.units} units
          {order.driverName && (
            <>
              , for driver <bdi>{order.driverName}</bdi>
            </>
          )}
          .
        </p>
        {hasLeft(next) && (
          <p role="status" className={`strong ${shared.bad}`}>
            Delivery {next.seq} has left. Its driver is told to come back for what you pack now. Please call
            your provider if it cannot wait.
          </p>
        )}
      </div>
      {scanned.map(({ bagId, isInspected }) => {
        const hold = order.holds.find(({ bag }) => bag.id === bagId)
        return (
          hold && (
            <div key={bagId} className={classes.out}>
              <span className={shared.good}>
                <IconCheck size={20} stroke={2.2} aria-hidden />
              </span>
              <BagFacts hold={hold} now={now} />
              <CheckBox
                size="lg"
                className={classes.tick}
                label="Inspected"
                aria-describedby={`held-${bagId}`}
                checked={isInspected}
                onChange={({ currentTarget }) => change({ scanned: out(bagId, currentTarget.checked) })}
              />
              <button
                type="button"
                className={`dim dismiss ${classes.off}`}
                aria-label={`Take ${bagName(hold.bag)} out again`}
                onClick={() => change({ scanned: scanned.filter((one) => one.bagId !== bagId) })}
              >
                <IconX size={18} stroke={1.75} aria-hidden />
              </button>
            </div>
          )
        )
      })}
      {scanned.length < most && (
        <ScanOut
          order={order}
          label={`Bag ${scanned.length + 1} of ${most}`}
          scanned={scanned}
          onScan={(bagId) => change({ scanned: [...scanned, { bagId, isInspected: false }] })}
        />
      )}
      {(order.secondChecker || draft.checker !== null) && (
        <SecondPerson order={order} draft={draft} change={change} />
      )}
      <div className={classes.foot}>
        <p id="bench-left" aria-live="polite" className={left.length === 0 ? shared.good : undefined}>
          {left.length === 0
            ? `${bags}: held, alive, ${emergency ? '' : 'matched, '}inspected.`
            : `Left to do: ${left.join('; ')}.`}
        </p>
        <PushButton
          kind="primary"
          size="lg"
          wide
          disabled={left.length > 0}
          aria-describedby="bench-left"
          loading={acts.isDoing('issue')}
          loadingLabel="Issuing"
          onClick={() => void issue()}
        >
          {emergency ? `Issue ${bags} NOT CROSS-MATCHED` : `Issue ${bags}, print slip`}
        </PushButton>
        <p className="muted">Packs delivery {next.seq}. The order moves on when the driver takes the bags.</p>
      </div>
    </section>
  )
}

type ScanOutProps = {
  order: BenchOrderView
  label: string
  scanned: readonly ScannedOut[]
  onScan: (bagId: string) => void
}

/** The bag itself is scanned, not chosen: what is on the bench is what leaves. */
function ScanOut({ order, label, scanned, onScan }: ScanOutProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [parts, setParts] = useState<readonly Known[]>([])
  const field = useRef<HTMLInputElement>(null)
  const out = scanned.map(({ bagId }) => bagId)
  const waiting = order.holds.filter(({ bag }) => !out.includes(bag.id))
  const isReady = order.stage === 'issue'

  // the button of the last result has gone
  useEffect(() => {
    if (isReady && document.activeElement === document.body) field.current?.focus({ preventScroll: true })
  }, [isReady])

  function say(text: string | null, choice: readonly Known[] = []) {
    setError(text)
    setParts(choice)
  }

  function take(text: string) {
    setTyped('')
    const held = order.holds.map(({ bag }) => bag)
    const found = bagIn(text, held, { component: order.component, asked: parts, out })
    if ('number' in found) return say(`Bag ${bagName(found)} is not held for this patient.`)
    if ('text' in found) return say(found.text, 'parts' in found ? found.parts : [])
    say(null)
    onScan(found.bagId)
  }

  return (
    <div className={classes.scan}>
      <ScanField
        ref={field}
        label={label}
        labelShown
        placeholder="Scan the bag"
        size="lg"
        value={typed}
        error={error}
        onChange={(next) => {
          setTyped(next)
          setError(null)
        }}
        onScan={take}
      />
      <PartChoice
        parts={parts.filter(({ id }) => waiting.some(({ bag }) => bag.id === id))}
        onPress={(bagId) => {
          say(null)
          onScan(bagId)
          field.current?.focus()
        }}
      />
      {waiting.length > 0 && (
        <p className="muted">Held and not yet scanned: {waiting.map(({ bag }) => bagName(bag)).join(', ')}</p>
      )}
    </div>
  )
}

type SecondPersonProps = {
  order: BenchOrderView
  draft: IssueDraft
  change: (part: Partial<IssueDraft>) => void
}

/** Another than who issues, on the spot and with their own password. */
const SecondPerson = ({ order, draft, change }: SecondPersonProps) => (
  <div className={classes.second}>
    <p className="strong">Second person, not you</p>
    {order.checkers.length === 0 && (
      <p className="muted">
        Nobody else of your bank has an account of their own. Your admin invites people on People.
      </p>
    )}
    <Dropdown
      label="Who compares"
      size="lg"
      placeholder="Choose"
      options={order.checkers.map(({ email, name }) => ({ value: email, label: name || email }))}
      value={draft.checker}
      onChange={(checker) => change({ checker, password: '' })}
    />
    <PasswordField
      label="Their password"
      size="lg"
      autoComplete="off"
      value={draft.password}
      onChange={(event) => change({ password: event.currentTarget.value })}
    />
  </div>
)
