import { useState } from 'react'
import { matching } from '#contract/matching.ts'
import { type ShelfGroup, shelfGroups } from '#domain/bags/kinds.ts'
import { isLabelText } from '#domain/bags/reading.ts'
import { say } from '#domain/basics/refusal.ts'
import { dayOf, instantOf } from '#domain/basics/time.ts'
import { sampleWords, whyNotReceiveSample } from '#domain/matching/sample.ts'
import { groupOptions } from '../../../parts/bags/group-options.ts'
import { useForm } from '../../../parts/use-form.ts'
import { now as rightNow } from '../../../server-clock.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import shared from './bench.module.css'
import classes from './SampleForm.module.css'
import type { BenchActs } from './use-bench-act.ts'

type SampleFormProps = { id: string; acts: BenchActs; isAnother: boolean; onDone: () => void }

const fields = ['labelName', 'labelPatientId', 'takenAt', 'groupFound'] as const
type Field = (typeof fields)[number]
type Typed = {
  labelName: string
  labelPatientId: string
  day: string
  time: string
  groupFound: ShelfGroup | null
  takenBy: string
}

const emptyOn = (day: string): Typed => ({
  ...{ labelName: '', labelPatientId: '', day, time: '', groupFound: null, takenBy: '' },
})

/** Typed as it stands on the tube, not as the request says. */
export function SampleForm({ id, acts, isAnother, onDone }: SampleFormProps) {
  const form = useForm<Typed, Field>({ name: 'sample', empty: emptyOn(dayOf(rightNow())), fields })
  const { draft, change } = form
  const [unfit, setUnfit] = useState<string | null>(null)

  async function compare() {
    const { day, time, ...label } = draft
    const bag = (['labelName', 'labelPatientId'] as const).find((field) => isLabelText(draft[field]))
    if (bag)
      return form.object({
        code: 'bag',
        field: bag,
        title: 'Not A Tube',
        text: 'This is the label of a bag, not of a tube.',
      })
    if (day === '' || time === '')
      return form.object({
        code: 'taken',
        field: 'takenAt',
        title: 'Time Missing',
        text: 'Please type the day and the time at which the sample was taken.',
      })
    const sample = { ...label, takenAt: instantOf(day, time) }
    const refusal = whyNotReceiveSample(sample, rightNow())
    if (refusal) return form.object({ ...refusal, ...say(sampleWords, refusal) })
    if (await acts.act('sample', matching.receiveSample, { id, ...sample, unfitReason: unfit || null }))
      onDone()
  }

  return (
    <Form label="What stands on the tube" className={classes.form} onSubmit={compare}>
      <p className="muted">
        {isAnother ? 'A new tube: type' : 'Type'} what stands on the tube, not what the request says.
      </p>
      <div className={classes.fields}>
        <TextField
          label="Name on the tube"
          size="lg"
          autoFocus
          {...form.fieldOf('labelName')}
          value={draft.labelName}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ labelName: event.currentTarget.value })}
        />
        <TextField
          label="Patient ID on the tube"
          size="lg"
          {...form.fieldOf('labelPatientId')}
          value={draft.labelPatientId}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ labelPatientId: event.currentTarget.value })}
        />
        <DayField
          label="Taken on"
          size="lg"
          value={draft.day}
          max={dayOf(rightNow())}
          onChange={(day) => change({ day }, 'takenAt')}
        />
        <TimeField
          label="Taken at"
          size="lg"
          {...form.fieldOf('takenAt')}
          value={draft.time}
          onChange={(time) => change({ time }, 'takenAt')}
        />
        <Dropdown
          label="Group found"
          size="lg"
          {...form.fieldOf('groupFound')}
          placeholder="Not tested yet"
          options={groupOptions}
          value={draft.groupFound}
          onChange={(value) => change({ groupFound: shelfGroups.find((group) => group === value) ?? null })}
        />
        <TextField
          label="Taken by (optional)"
          size="lg"
          value={draft.takenBy}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ takenBy: event.currentTarget.value })}
        />
      </div>
      {unfit !== null && (
        <TextField
          label="Why the tube cannot be used"
          size="lg"
          value={unfit}
          maxLength={120}
          autoComplete="off"
          placeholder="clotted, too little, broken"
          onChange={(event) => setUnfit(event.currentTarget.value)}
        />
      )}
      <div className="wrap gap-8">
        <PushButton
          type="submit"
          kind="ink"
          className={shared.press}
          loading={acts.isDoing('sample')}
          loadingLabel="Comparing"
        >
          Compare and record
        </PushButton>
        {unfit === null && (
          <PushButton kind="quiet" className={shared.press} onClick={() => setUnfit('')}>
            The tube cannot be used…
          </PushButton>
        )}
      </div>
    </Form>
  )
}
