import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { type DeliveryStep, handsOver, measures, nextSteps } from '#domain/driving/steps.ts'
import { isBarred, isLetThrough, isSaidOf } from '#domain/driving/stopping.ts'
import type { DeliveryShown, WaitingStep } from '#domain/driving/waiting.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { BagTicks } from './BagTicks.tsx'
import { CodeNote } from './CodeKept.tsx'
import { Foot } from './Foot.tsx'
import { HandOverFields } from './HandOverFields.tsx'
import { Pictures } from './Pictures.tsx'
import { Places } from './Places.tsx'
import { tell } from './phone/acts.ts'
import { ownQueue, type PhoneState, removeEntry, type Shown } from './phone/phone.ts'
import classes from './StepTask.module.css'
import { BankSaysGoOn, Decided, Stopped } from './Stopped.tsx'
import { mayMend, notToGiveTexts, refusalText } from './sayings.ts'
import {
  celsiusIn,
  draftFrom,
  forgetDraft,
  keepDraft,
  mistakesIn,
  readDraft,
  reportOf,
  type StepDraft,
  type StepMistakes,
  verdictBy,
} from './step-draft.ts'
import { bandOf, TemperatureField, verdictOf } from './TemperatureField.tsx'
import { useSaid } from './use-words.ts'

/** So long the button shows that it is being sent; then it goes on without the answer, which may come hours later. */
const patienceMs = 6_000

type StepTaskProps = {
  state: PhoneState
  order: Shown
  current: DeliveryShown
  hold: (order: Shown | null) => void
  children: ReactNode
}

/** What to do now: one step, with all that it asks for, and one button at the thumb. */
export function StepTask({ state, order, current, hold, children }: StepTaskProps) {
  const { words } = useSaid()
  const [wantsSample, setWantsSample] = useState(false)
  const [expected, other] = nextSteps(order.deliveries)
  const { toMend } = order
  if (!expected) return children
  if (current.stop && isBarred(current.stop)) {
    return (
      <Stopped order={order} stop={current.stop}>
        {children}
      </Stopped>
    )
  }
  if (toMend && !mayMend(toMend.refusal ?? { code: '', text: '' })) {
    return (
      <>
        <NotTakenNote state={state} toMend={toMend} />
        {children}
      </>
    )
  }
  const step = toMend?.step ?? (wantsSample && other ? other : expected)
  const seq = toMend?.seq ?? current.seq
  return (
    <StepForm
      key={`${seq} ${step} ${toMend?.refusal?.text ?? ''}`}
      state={state}
      order={order}
      delivery={order.deliveries.find((one) => one.seq === seq) ?? current}
      step={step}
      toMend={toMend}
      hold={hold}
      switchButton={
        other && !toMend ? (
          <PushButton kind="quiet" wide onClick={() => setWantsSample(!wantsSample)}>
            {wantsSample ? words.form.noNewSample : words.form.newSample}
          </PushButton>
        ) : null
      }
    >
      {children}
    </StepForm>
  )
}

type StepFormProps = {
  state: PhoneState
  order: Shown
  delivery: DeliveryShown
  step: DeliveryStep
  toMend: WaitingStep | null
  hold: (order: Shown | null) => void
  switchButton: ReactNode
  children: ReactNode
}

function StepForm({ state, order, delivery, step, toMend, hold, switchButton, children }: StepFormProps) {
  const { words } = useSaid()
  const draftName = `${order.id} ${delivery.seq} ${step}`
  const [draft, setDraft] = useState(() => readDraft(draftName) ?? draftFrom(toMend))
  const [mistakes, setMistakes] = useState<StepMistakes>({})
  const [isBusy, setBusy] = useState(false)
  const isLocked = delivery.locked.includes(step) || toMend?.refusal?.code === 'code-locked'
  const whole: StepDraft = { ...draft, hasNoCode: handsOver(step) && (draft.hasNoCode || isLocked) }
  const hasPicture = order.pictures.some(
    (one) => one.seq === delivery.seq && one.name === 'HandOver' && one.state === handOverState(step),
  )

  const { stop } = delivery
  const temperature = celsiusIn(draft.temperature) ?? undefined
  const isAllowed = isLetThrough({ step, temperature }, stop, bandOf(state, order.component))
  const own = isAllowed ? null : verdictOf(state, order.component, draft.temperature)
  const verdict = measures(step)
    ? verdictBy(toMend?.refusal?.code, toMend?.temperature, temperature, own)
    : null
  const needsWord = verdict === 'ask'
  const isNever = verdict === 'never'

  useEffect(() => keepDraft(draftName, draft), [draftName, draft])
  const isToMend = toMend !== null
  // also if the server said so long after it was typed
  useEffect(() => {
    if (isToMend) goOn()
  }, [isToMend])

  function change(part: Partial<StepDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    setMistakes({})
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || isNever) return
    const wrong = mistakesIn(step, whole, { hasPicture, needsWord })
    setMistakes(wrong)
    const [first] = Object.keys(wrong)
    if (first) return document.getElementById(`step-${first}`)?.focus()
    await send(reportOf(step, whole, needsWord))
  }

  /** The bags go no further: bank and office are told. */
  async function stopHere() {
    if (!isBusy && temperature !== undefined) await send({ step, temperature, isStop: true })
  }

  async function send(said: ReturnType<typeof reportOf>) {
    setBusy(true)
    hold(order)
    const told = tell({ orderId: order.id, seq: delivery.seq, ...said }, toMend)
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patienceMs))])
    forgetDraft(draftName)
    setBusy(false)
    hold(null)
    requestAnimationFrame(goOn)
  }

  return (
    <form className={`stack gap-20 ${classes.task}`} onSubmit={(event) => void submit(event)} noValidate>
      {toMend?.refusal && (
        <p className={classes.refused} role="alert">
          <IconAlertCircle size={22} stroke={1.75} aria-hidden />
          <span>
            <b>
              {words.waiting.notTaken}: {words.steps[step].name}
            </b>
            <br />
            {refusalText(words, toMend.refusal)}
          </span>
        </p>
      )}
      {delivery.unchecked && !toMend && <CodeNote state={state} unchecked={delivery.unchecked} />}
      {stop?.decision && isSaidOf(stop, step) && <Decided decision={stop.decision} reason={stop.reason} />}
      <Places order={order} step={step} />
      {measures(step) && (
        <BagTicks
          bags={delivery.bags ?? []}
          later={delivery.bagsLater ?? []}
          warnings={notToGiveTexts(words, delivery)}
          ticked={draft.bags}
          isCarried={step !== 'issued'}
          onChange={(bags) => change({ bags })}
        />
      )}
      {measures(step) && (
        <TemperatureField
          state={state}
          component={order.component}
          value={draft.temperature}
          mistake={mistakes.temperature}
          onChange={(temperature) => change({ temperature })}
        />
      )}
      {needsWord && (
        <BankSaysGoOn
          value={draft.allowedBy}
          mistake={mistakes.allowedBy}
          onChange={(allowedBy) => change({ allowedBy })}
          onStop={() => void stopHere()}
        />
      )}
      {handsOver(step) && (
        <HandOverFields
          step={step}
          draft={whole}
          isLocked={isLocked}
          mistakes={mistakes}
          wrongCode={toMend?.refusal?.code === 'wrong-code' ? refusalText(words, toMend.refusal) : null}
          onChange={change}
        />
      )}
      <Pictures
        state={state}
        order={order}
        seq={delivery.seq}
        step={step}
        hasNoCode={whole.hasNoCode}
        mistake={hasPicture ? undefined : mistakes.picture}
      />
      {children}
      <Foot>
        <p className="larger dim">{isNever ? words.form.stopWhen : words.steps[step].when}</p>
        <PushButton
          key={isNever ? 'stop' : 'go'}
          kind="primary"
          size="lg"
          type={isNever ? 'button' : 'submit'}
          wide
          loading={isBusy}
          loadingLabel={words.form.sending}
          onClick={isNever ? () => void stopHere() : undefined}
        >
          {isNever ? words.form.stopTell : words.steps[step].press}
        </PushButton>
        {switchButton}
      </Foot>
    </form>
  )
}

/** To what has to be mended, or to the top of what comes next. */
function goOn(): void {
  const wrong = document.querySelector<HTMLElement>('[aria-invalid=true]')
  if (!wrong) scrollTo(0, 0)
  const next = wrong ?? document.querySelector<HTMLElement>('h1')
  next?.focus()
  wrong?.scrollIntoView({ block: 'center' })
}

const handOverState = (step: DeliveryStep) => (step === 'delivered' ? 'Completed' : 'SampleAcquired')

/** Not to be put right by typing: it is read, and put away. */
function NotTakenNote({ state, toMend }: { state: PhoneState; toMend: WaitingStep }) {
  const { words } = useSaid()
  const entry = ownQueue(state).find((one) => one.kind === 'step' && one.stepId === toMend.stepId)
  return (
    <div className={`stack gap-12 ${classes.note}`} role="alert">
      <p className={classes.refused}>
        <IconAlertCircle size={22} stroke={1.75} aria-hidden />
        <span>
          <b>
            {words.waiting.notTaken}: {words.steps[toMend.step].name}
          </b>
          <br />
          {toMend.refusal && refusalText(words, toMend.refusal)}
        </span>
      </p>
      {entry && (
        <PushButton wide onClick={() => void removeEntry(entry)}>
          {words.news.seen}
        </PushButton>
      )}
    </div>
  )
}
