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
import { type CarryDraft, carryOf, emptyCarry, gapIn, type StepLine, withDelivery } from './carry-draft.ts'
import classes from './Downtime.module.css'

const fields = ['id', 'paperNumber', 'bankId', 'driverEmail', 'linkTime'] as const

/** How an order was linked and carried while nothing worked, from the provider's or the bank's paper (ruling AMB-344). */
export function CarryForm() {
  const form = useForm<CarryDraft, (typeof fields)[number]>({
    ...{ name: 'carry', empty: emptyCarry(dayOf(now())), fields },
  })
  const { draft, change, fieldOf } = form
  const banks = useLive(organisations.bankChoices, {}).data?.items ?? []
  const drivers = useLive(organisations.drivers, {}).data?.items ?? []

  async function submit() {
    const gap = gapIn(draft)
    if (gap) return form.object({ code: 'form-incomplete', title: 'Form Incomplete', text: gap })
    const input = carryOf(draft)
    const saved = await form.send(() => call(late.carry, input, { key: form.keyFor(input) }))
    if (saved === null) return
    form.clear()
    showToast({ text: 'Entered From Paper', kind: 'success' })
  }

  const changeLine = (at: number, part: Partial<StepLine>) =>
    change({ steps: draft.steps.map((line, index) => (index === at ? { ...line, ...part } : line)) })

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
        <DayField label="Linked, day" value={draft.linkDay} onChange={(linkDay) => change({ linkDay })} />
        <TimeField
          {...fieldOf('linkTime')}
          label="Linked, time"
          value={draft.linkTime}
          onChange={(linkTime) => change({ linkTime })}
        />
      </div>
      {draft.steps.map((line, at) => (
        <fieldset key={`${line.seq} ${line.step}`} className={classes.row}>
          <legend>
            Delivery {line.seq}: {line.step}
          </legend>
          <DayField label="Day" value={line.day} onChange={(day) => changeLine(at, { day })} />
          <TimeField label="Time" value={line.time} onChange={(time) => changeLine(at, { time })} />
          {measures(line.step) && (
            <TextField
              label="Temperature"
              type="number"
              step={0.1}
              right="°C"
              value={line.temperature}
              onChange={(event) => changeLine(at, { temperature: event.currentTarget.value })}
            />
          )}
          {handsOver(line.step) && (
            <TextField
              label={line.step === 'delivered' ? 'Received by' : 'Given by'}
              value={line.receiver}
              autoComplete="off"
              onChange={(event) => changeLine(at, { receiver: event.currentTarget.value })}
            />
          )}
        </fieldset>
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
