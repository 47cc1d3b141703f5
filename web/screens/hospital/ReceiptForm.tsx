import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { fates, type NoteBag } from '#contract/fates.ts'
import { bagName } from '#domain/bags/bag.ts'
import { foundNames } from '#domain/fates/showing.ts'
import { call } from '../../api/client.ts'
import { useForm } from '../../parts/use-form.ts'
import { showToast } from '../../ui/feedback/toast-store.ts'
import { Dropdown } from '../../ui/fields/Dropdown.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { askNotes } from './ask-notes.ts'
import classes from './OwnSlips.module.css'
import { type Came, fieldOfBag, isWholeWhen, type ReceiptDraft, receiptOf } from './said-draft.ts'
import { AtAnotherTime, timeMissing, WhenFields } from './WhenFields.tsx'

const empty: ReceiptDraft = { came: {}, note: '', when: null }
const options = [...Object.entries(foundNames), ['later', 'Still to come'] as const].map(
  ([value, label]) => ({
    ...{ value, label },
  }),
)

type ReceiptFormProps = { slip: string; bags: readonly NoteBag[] }

/** One press where all came as they left; else bag by bag. */
export function ReceiptForm({ slip, bags }: ReceiptFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  const form = useForm<ReceiptDraft, string>({
    ...{ name: `receipt-${slip}`, empty, fields: [...bags.map((_, at) => `bags.${at}`), 'receivedAt'] },
  })
  const { draft, change } = form
  const input = receiptOf(slip, bags, draft)
  const isAllWell = input.bags.length === bags.length && input.bags.every(isWell)

  async function submit() {
    if (!isWholeWhen(draft.when)) return form.object(timeMissing('receivedAt'))
    const saved = await form.send(() => call(fates.receive, input, { key: form.keyFor(input) }))
    if (saved) showToast({ text: isAllWell ? 'Bags Received' : 'Receipt Saved', kind: 'success' })
    await askNotes()
  }

  return (
    <Form label={`How the bags of slip ${slip} came`} className={classes.form} onSubmit={submit}>
      <p className="strong">
        {bags.length === 1
          ? 'Has this bag come, as it was issued?'
          : `Have all ${bags.length} come, as issued?`}
      </p>
      {isOpen &&
        bags.map(({ id, number, division }) => (
          <Dropdown
            key={id}
            label={bagName({ number, division })}
            {...form.fieldOf(fieldOfBag(draft, bags, id))}
            options={options}
            value={draft.came[id] ?? 'as-issued'}
            onChange={(came) =>
              change({ came: { ...draft.came, [id]: came as Came } }, fieldOfBag(draft, bags, id))
            }
          />
        ))}
      {isOpen && !input.bags.every(isWell) && (
        <TextField
          label="What was wrong"
          value={draft.note}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      )}
      <WhenFields
        when={draft.when}
        field={form.fieldOf('receivedAt')}
        onChange={(when) => change({ when }, 'receivedAt')}
      />
      <div className="wrap gap-8">
        <PushButton
          type="submit"
          kind="ink"
          icon={<IconCheck size={18} stroke={2} aria-hidden />}
          disabled={input.bags.length === 0}
          loading={form.isBusy}
          loadingLabel="Saving"
        >
          {isAllWell ? 'Received as issued' : 'Save receipt'}
        </PushButton>
        {!isOpen && <PushButton onClick={() => setIsOpen(true)}>Not all…</PushButton>}
        <AtAnotherTime when={draft.when} onChange={(when) => change({ when })} />
      </div>
    </Form>
  )
}

const isWell = ({ found }: { found: string }): boolean => found === 'as-issued'
