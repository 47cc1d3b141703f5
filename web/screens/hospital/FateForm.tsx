import { fates, type NoteBag } from '#contract/fates.ts'
import { bagName } from '#domain/bags/bag.ts'
import { DiscardReason, discardReasons } from '#domain/bags/moving.ts'
import { discardReasonNames } from '#domain/bags/showing.ts'
import type { Fate } from '#domain/fates/fate.ts'
import { fateNames } from '#domain/fates/showing.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../parts/use-form.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { askNotes } from './ask-notes.ts'
import classes from './OwnSlips.module.css'
import { type FateDraft, fateOf, isWholeWhen } from './said-draft.ts'
import { AtAnotherTime, timeMissing, WhenFields } from './WhenFields.tsx'

const fields = ['patientId', 'reason', 'note', 'at'] as const
type FateFields = ReturnType<typeof useFateForm>
const useFateForm = (bag: NoteBag, fate: Fate | null) =>
  useForm<FateDraft, (typeof fields)[number]>({
    name: `fate-${bag.id}`,
    empty: { fate, patientId: '', reason: null, note: '', when: null },
    fields,
  })

type FateFormProps = { bag: NoteBag; isTransfused: boolean; onDone: () => void }

/** A bag has one fate, so it is said with what belongs to it and a press of its own. */
export function FateForm({ bag, isTransfused, onDone }: FateFormProps) {
  const form = useFateForm(bag, isTransfused ? 'transfused' : null)
  const { draft, change } = form
  const input = fateOf(bag, draft)

  async function submit() {
    if (!input) return
    if (!isWholeWhen(draft.when)) return form.object(timeMissing('at'))
    const saved = await form.send(() => call(fates.tell, input, { key: form.keyFor(input) }))
    if (saved) {
      showToast({ text: `${bagName(bag)}: ${fateNames[input.fate]}`, kind: 'success' })
      onDone()
    }
    await askNotes()
  }

  return (
    <Form label={`What became of ${bagName(bag)}`} className={classes.form} onSubmit={submit}>
      {isTransfused ? <Wristband form={form} /> : <Otherwise form={form} />}
      {isTransfused && bag.setAside && <AllTheSame form={form} />}
      <WhenFields when={draft.when} field={form.fieldOf('at')} onChange={(when) => change({ when }, 'at')} />
      <div className="wrap gap-8">
        <PushButton type="submit" kind="ink" disabled={!input} loading={form.isBusy} loadingLabel="Saving">
          {input ? `Save: ${fateNames[input.fate].toLowerCase()}` : 'Save'}
        </PushButton>
        <PushButton onClick={onDone}>Not now</PushButton>
        <AtAnotherTime when={draft.when} onChange={(when) => change({ when })} />
      </div>
    </Form>
  )
}

const Wristband = ({ form: { draft, change, fieldOf } }: { form: FateFields }) => (
  <TextField
    label="Patient ID on the wristband"
    help="Scan it where you can: a bag of another patient is refused."
    size="lg"
    autoFocus
    {...fieldOf('patientId')}
    value={draft.patientId}
    maxLength={60}
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => change({ patientId: event.currentTarget.value })}
  />
)

/** Of a bag that was set aside: what has happened is told, with how it came to that. */
const AllTheSame = ({ form: { draft, change, fieldOf } }: { form: FateFields }) => (
  <TextField
    label="Given all the same: on whose word, or how it came to that"
    help="Not needed if it was given before it was set aside: then say at what time."
    {...fieldOf('note')}
    value={draft.note}
    maxLength={200}
    autoComplete="off"
    onChange={(event) => change({ note: event.currentTarget.value })}
  />
)

const others = ['returned', 'discarded', 'missing'] as const

function Otherwise({ form: { draft, change, fieldOf, idOf } }: { form: FateFields }) {
  return (
    <>
      <fieldset className={classes.fates}>
        <legend className="visually-hidden">What became of it</legend>
        {others.map((fate, at) => (
          <label key={fate} className={classes.fate}>
            <input
              type="radio"
              name={idOf('reason')}
              // biome-ignore lint/a11y/noAutofocus: the button that was pressed has gone
              autoFocus={at === 0}
              checked={draft.fate === fate}
              onChange={() => change({ fate })}
            />
            {fateNames[fate]}
          </label>
        ))}
      </fieldset>
      {draft.fate === 'discarded' && (
        <Dropdown
          label="Why is it discarded?"
          {...fieldOf('reason')}
          placeholder="Choose"
          options={discardReasons.map((value) => ({ value, label: discardReasonNames[value] }))}
          value={draft.reason}
          onChange={(value) => change({ reason: DiscardReason.safeParse(value).data ?? null })}
        />
      )}
      {draft.fate !== null && (
        <TextField
          label="Note"
          {...fieldOf('note')}
          value={draft.note}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      )}
    </>
  )
}
