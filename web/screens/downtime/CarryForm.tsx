import { late } from '#contract/late.ts'
import { organisations } from '#contract/organisations.ts'
import { dayOf } from '#domain/basics/time.ts'
import { handsOver, measures } from '#domain/driving/steps.ts'
import { call } from '../../api/client.ts'
import { useLive } from '../../api/queries.ts'
import { useForm } from '../../parts/use-form.ts'
import { now } from '../../server-clock.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { DayField } from '../../ui/fields/DayField.tsx'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import {
  type CarryDraft,
  carryFields,
  carryOf,
  emptyCarry,
  fieldOfLine,
  gapIn,
  type StepLine,
  withDelivery,
} from './carry-draft.ts'
import classes from './Downtime.module.css'

/** How an order was linked and carried while nothing worked, from the provider's or the bank's paper (ruling AMB-344). */
export function CarryForm() {
  const form = useForm<CarryDraft, string>({
    ...{ name: 'carry', empty: emptyCarry(dayOf(now())), fields: carryFields },
  })
  const { draft, change, fieldOf } = form
  const banks = useLive(organisations.bankChoices, {}).data?.items ?? []
  const drivers = useLive(organisations.drivers, {}).data?.items ?? []

  async function submit() {
    const gap = gapIn(draft)
    if (gap) return form.object({ code: 'gap', title: 'Form Incomplete', ...gap })
    const input = carryOf(draft)
    const saved = await form.send(() => call(late.carry, input, { key: form.keyFor(input) }))
    if (saved === null) return
    form.clear()
    showToast({ text: 'Entered From Paper', kind: 'success' })
  }

  // which line the server's words belong to hangs on the times
  function changeLine(at: number, part: Partial<StepLine>) {
    change({ steps: draft.steps.map((line, index) => (index === at ? { ...line, ...part } : line)) })
    form.mend()
  }

  return (
    <Form
      key={form.round}
      className={`box stack gap-16 ${classes.form}`}
      label="Enter from paper"
      onSubmit={submit}
    >
      <div className="stack gap-6">
        <h2 className="heading">Enter from paper</h2>
        <p className="muted">
          Steps without a time are left out. Nobody is told by message of what is entered here; the timeline
          says that it stood on paper.
        </p>
      </div>
      <div className={classes.row}>
        <TextField
          {...fieldOf('id')}
          label="Request ID"
          value={draft.id}
          autoComplete="off"
          onChange={(event) => change({ id: event.currentTarget.value })}
        />
        <TextField
          {...fieldOf('paperNumber')}
          label="Paper number"
          placeholder="P-000123"
          value={draft.paperNumber}
          autoComplete="off"
          onChange={(event) => change({ paperNumber: event.currentTarget.value })}
        />
      </div>
      <div className={classes.row}>
        <Dropdown
          {...fieldOf('bankId')}
          label="Blood bank"
          placeholder="As it is linked"
          options={banks
            .filter(({ isListed }) => isListed)
            .map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.bankId || null}
          onChange={(bankId) => change({ bankId: bankId ?? '' })}
        />
        <Dropdown
          {...fieldOf('driverEmail')}
          label="Driver"
          placeholder="As it is linked"
          options={drivers.map(({ email, name }) => ({ value: email, label: name }))}
          value={draft.driverEmail || null}
          onChange={(driverEmail) => change({ driverEmail: driverEmail ?? '' })}
        />
        <DayField
          label="Linked, day"
          value={draft.linkDay}
          onChange={(linkDay) => change({ linkDay }, 'linkedAt')}
        />
        <TimeField
          {...fieldOf('linkedAt')}
          label="Linked, time"
          value={draft.linkTime}
          onChange={(linkTime) => change({ linkTime }, 'linkedAt')}
        />
      </div>
      {draft.steps.map((line, at) => (
        <StepFields
          key={`${line.seq} ${line.step}`}
          line={line}
          fieldOf={(field) => fieldOf(fieldOfLine(draft, at, field))}
          onChange={(part) => changeLine(at, part)}
        />
      ))}
      <div className="row wrap gap-12">
        <PushButton type="submit" kind="primary" loading={form.isBusy} loadingLabel="Saving">
          Enter from paper
        </PushButton>
        <PushButton onClick={() => change(withDelivery(draft))}>Add a delivery</PushButton>
      </div>
    </Form>
  )
}

type StepFieldsProps = {
  line: StepLine
  fieldOf: (field: Parameters<typeof fieldOfLine>[2]) => { id: string; error: string | null }
  onChange: (part: Partial<StepLine>) => void
}

/** One line of the paper. */
function StepFields({ line: { seq, step, ...line }, fieldOf, onChange }: StepFieldsProps) {
  return (
    <fieldset className={classes.row}>
      <legend>
        Delivery {seq}: {step}
      </legend>
      <DayField label="Day" value={line.day} onChange={(day) => onChange({ day })} />
      <TimeField
        label="Time"
        {...fieldOf('doneAt')}
        value={line.time}
        onChange={(time) => onChange({ time })}
      />
      {measures(step) && (
        <TextField
          label="Temperature"
          {...fieldOf('temperature')}
          type="number"
          step={0.1}
          right="°C"
          value={line.temperature}
          onChange={(event) => onChange({ temperature: event.currentTarget.value })}
        />
      )}
      {handsOver(step) && (
        <TextField
          label={step === 'delivered' ? 'Received by' : 'Given by'}
          {...fieldOf('receiver')}
          value={line.receiver}
          autoComplete="off"
          onChange={(event) => onChange({ receiver: event.currentTarget.value })}
        />
      )}
      {measures(step) && line.temperature !== '' && (
        <TextField
          label="Let go on by"
          help="Who at the blood bank said so, if it was too warm or too cold."
          {...fieldOf('allowedBy')}
          value={line.allowedBy}
          autoComplete="off"
          onChange={(event) => onChange({ allowedBy: event.currentTarget.value })}
        />
      )}
    </fieldset>
  )
}
