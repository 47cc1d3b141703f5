import type { FormOf } from '../../parts/use-form.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import { DayField } from '../../ui/fields/DayField.tsx'
import { FieldError } from '../../ui/fields/Field.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import type { SheetDraft } from './sheet-draft.ts'

export type SheetParts = Pick<FormOf<SheetDraft, string>, 'draft' | 'change' | 'fieldOf' | 'errors' | 'mend'>

type Moment = 'taken' | 'received' | 'matched' | 'issued'

/** Day and time as they stand on the paper. */
export const When = ({
  name,
  label,
  draft,
  change,
  fieldOf,
}: Pick<SheetParts, 'draft' | 'change' | 'fieldOf'> & { name: Moment; label: string }) => (
  <>
    <DayField
      label={`${label}, day`}
      size="lg"
      value={draft[`${name}Day`]}
      onChange={(day) => change({ [`${name}Day`]: day }, `${name}At`)}
    />
    <TimeField
      {...fieldOf(`${name}At`)}
      label={`${label}, time`}
      size="lg"
      value={draft[`${name}Time`]}
      onChange={(time) => change({ [`${name}Time`]: time }, `${name}At`)}
    />
  </>
)

type TickProps = {
  id: string
  error: string | null
  label: string
  checked: boolean
  onTick: (isTicked: boolean) => void
}

/** What is wrong with it is said below. */
export const Tick = ({ id, error, label, checked, onTick }: TickProps) => (
  <>
    <CheckBox
      {...{ id, label, checked, size: 'lg' }}
      aria-describedby={error ? `${id}-error` : undefined}
      onChange={({ currentTarget }) => onTick(currentTarget.checked)}
    />
    {error && (
      <div id={`${id}-error`}>
        <FieldError>{error}</FieldError>
      </div>
    )}
  </>
)
