import { IconCheck, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type BenchRow, matching } from '#contract/matching.ts'
import { showWhen } from '#domain/basics/show-when.ts'
import { dayOf, instantOf, timeOf } from '#domain/basics/time.ts'
import { mayBeRefused } from '#domain/requests/refusing.ts'
import { useNow } from '../../../parts/use-now.ts'
import { paths } from '../../../paths.ts'
import { now as rightNow } from '../../../server-clock.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { buttonClass, PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import classes from './AnswerBox.module.css'
import shared from './bench.module.css'
import { allText, usualBy } from './bench-words.ts'
import { useBenchAct } from './use-bench-act.ts'

type Answered = Pick<BenchRow, 'id' | 'units' | 'left' | 'deadlineAt' | 'status' | 'haveBagsLeft'>

/** All by then, some by then, or refuse as ever: one press for what is said mostly. */
export function AnswerBox({ order }: { order: Answered }) {
  const now = useNow()
  const { isBusy, act } = useBenchAct()
  const [isSome, setIsSome] = useState(false)
  const by = usualBy(order.deadlineAt, now)

  async function say(units: number, byAt: Date) {
    const said = await act('answer', matching.answer, { id: order.id, units, byAt })
    if (said) showToast({ text: 'The hospital and the provider can read your answer', kind: 'success' })
  }

  if (isSome) return <SomeForm order={order} isBusy={isBusy} say={say} onClose={() => setIsSome(false)} />
  return (
    <div className="wrap gap-8">
      <PushButton
        kind="primary"
        className={shared.press}
        icon={<IconCheck size={18} stroke={2} aria-hidden />}
        loading={isBusy}
        loadingLabel="Saying so"
        onClick={() => void say(order.left, by)}
      >
        {allText(order)} by {showWhen(by, now)}
      </PushButton>
      <PushButton className={shared.press} onClick={() => setIsSome(true)}>
        Some…
      </PushButton>
      {mayBeRefused(order) && <RefuseLink id={order.id} />}
    </div>
  )
}

/** As ever, in Issuing History, where the reason is asked for. */
export const RefuseLink = ({ id }: { id: string }) => (
  <Link
    to={paths.screen('bloodbank', 'history')}
    search={{ search: id }}
    className={`${buttonClass({})} ${shared.press}`}
  >
    <span className="inline gap-8">
      <IconX size={18} stroke={1.75} aria-hidden />
      Refuse
    </span>
  </Link>
)

type SomeProps = {
  order: Answered
  isBusy: boolean
  say: (units: number, byAt: Date) => Promise<void>
  onClose: () => void
}

function SomeForm({ order, isBusy, say, onClose }: SomeProps) {
  const [units, setUnits] = useState(String(order.left))
  const [usual] = useState(() => usualBy(order.deadlineAt, rightNow()))
  const [day, setDay] = useState(dayOf(usual))
  const [time, setTime] = useState(timeOf(usual))
  const asked = Number(units)
  const isWrong = !Number.isInteger(asked) || asked < 1 || asked > order.left
  return (
    <Form
      label="Some units, and by when"
      className={`wrap gap-8 ${classes.some}`}
      onSubmit={() => (isWrong || day === '' || time === '' ? undefined : say(asked, instantOf(day, time)))}
    >
      <TextField
        label="Units"
        size="lg"
        type="number"
        inputMode="numeric"
        min={1}
        max={order.left}
        value={units}
        error={isWrong ? `1 to ${order.left}` : null}
        onChange={(event) => setUnits(event.currentTarget.value)}
        className={classes.units}
      />
      <div className={classes.day}>
        <DayField label="On" size="lg" value={day} min={dayOf(rightNow())} onChange={setDay} />
      </div>
      <div className={classes.time}>
        <TimeField label="By" size="lg" value={time} onChange={setTime} />
      </div>
      <PushButton
        type="submit"
        kind="primary"
        className={shared.press}
        loading={isBusy}
        loadingLabel="Saying so"
      >
        Say so
      </PushButton>
      <PushButton kind="quiet" className={shared.press} onClick={onClose}>
        Back
      </PushButton>
    </Form>
  )
}
