import { downtime, type Shifts } from '#contract/downtime.ts'
import { topicOf } from '#contract/route.ts'
import { mostShifts, shiftWords, whyNotShifts } from '#domain/downtime/shifts.ts'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useForm } from '../../parts/use-form.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import classes from './Downtime.module.css'

const places = Array.from({ length: mostShifts }, (_, at) => at)
const fields = places.map((at) => `times.${at}`)
const filled = (times: readonly string[]): string[] => places.map((at) => times[at] ?? '')

/** When the shifts of this organisation change (ruling AMB-355): one to four times, what is left empty is none. */
export function ShiftsForm({ shifts: { times, version } }: { shifts: Shifts }) {
  const form = useForm<{ times: string[] }, string>({
    ...{ name: 'shifts', empty: { times: filled(times) }, fields },
  })
  const { draft, change, fieldOf } = form

  async function submit() {
    const typed = draft.times.filter((time) => time !== '')
    // moved up, so that what is said of one stands at it
    change({ times: filled(typed) }, ...fields)
    const refusal = whyNotShifts(typed)
    if (refusal) return form.refuse(shiftWords, refusal)
    const input = { times: typed, version }
    const saved = await form.send(() => call(downtime.setShifts, input, { key: form.keyFor(input) }))
    if (saved) showToast({ text: 'Times Saved', kind: 'success' })
    await queryClient.invalidateQueries({ queryKey: [topicOf(downtime.list)] })
  }

  return (
    <Form className={`box stack gap-16 ${classes.form}`} label="Changes of shift" onSubmit={submit}>
      <div className="stack gap-6">
        <h2 className="heading">Changes of shift</h2>
        <p className="muted">A pack is made at each. One to four times a day, at least an hour apart.</p>
      </div>
      <div className={classes.row}>
        {places.map((at) => (
          <TimeField
            key={at}
            {...fieldOf(`times.${at}`)}
            label={`Time ${at + 1}`}
            value={draft.times[at] ?? ''}
            onChange={(time) =>
              change({ times: draft.times.map((before, nth) => (nth === at ? time : before)) }, `times.${at}`)
            }
          />
        ))}
      </div>
      <div className="row wrap gap-12">
        <PushButton type="submit" loading={form.isBusy} loadingLabel="Saving">
          Save times
        </PushButton>
      </div>
    </Form>
  )
}
