import { bloodGroups, groupName } from '#domain/basics/blood.ts'
import { sexes } from '#domain/basics/person.ts'
import type { DonorField, DonorType } from '#domain/donors/donor-form.ts'
import { donorTextLimits } from '#domain/donors/limits.ts'
import { isRequired, latestBirth } from '#domain/donors/submitting.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { ChoiceField } from '../../../ui/fields/ChoiceField.tsx'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { FormCell, FormSection } from '../../../ui/fields/FormSection.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import type { ConsentState } from './use-consent-form.ts'

const { fields, donorTypes } = donorWordsEn
const typeChoices = (Object.keys(donorTypes) as DonorType[]).map((value) => ({
  value,
  label: donorTypes[value],
}))

/** What the donor wrote, to be put right with them (ruling AMB-137). */
export function ConsentDonor({ state }: { state: ConsentState }) {
  const { draft, form } = state
  return (
    <FormSection title="Donor" help="As the donor wrote it. The donor type is needed.">
      <FormCell span={4}>
        <Typed state={state} field="name" />
      </FormCell>
      <FormCell span={2}>
        <Typed state={state} field="phone" type="tel" />
      </FormCell>
      <FormCell span={2}>
        <DayOf state={state} field="bornOn" max={latestBirth(form.submittedOn)} />
      </FormCell>
      <FormCell span={2}>
        <Choice state={state} field="gender" choices={sexes.map((value) => ({ value, label: value }))} />
      </FormCell>
      <FormCell span={2}>
        <Count state={state} field="weightKg" right="kg" step="any" />
      </FormCell>
      <FormCell span={3}>
        <Choice
          state={state}
          field="bloodGroup"
          help="As the donor stated it"
          choices={bloodGroups.map((value) => ({ value, label: groupName(value) }))}
        />
      </FormCell>
      <FormCell span={3}>
        <Choice state={state} field="donorType" choices={typeChoices} />
      </FormCell>
      <FormCell span={3}>
        <Count state={state} field="donations" step="1" />
      </FormCell>
      <FormCell span={3}>
        <DayOf state={state} field="lastDonatedOn" max={form.submittedOn} donations={draft.donations} />
      </FormCell>
      <FormCell span={6}>
        <Typed state={state} field="address" />
      </FormCell>
      <FormCell span={6}>
        <Typed state={state} field="altAddress" />
      </FormCell>
      <FormCell span={3} phone="full">
        <Typed state={state} field="email" type="email" />
      </FormCell>
      <FormCell span={3} phone="full">
        <Typed state={state} field="lastMeal" />
      </FormCell>
    </FormSection>
  )
}

const fieldOf = (state: ConsentState, field: DonorField, donations: number | null = null) => ({
  ...state.fieldOf(field),
  label: `${fields[field].label}${isRequired(field, donations) ? '' : ' (optional)'}`,
})

type TypedField = 'name' | 'phone' | 'email' | 'address' | 'altAddress' | 'lastMeal'
type TypedProps = { state: ConsentState; field: TypedField; type?: 'tel' | 'email' }

const Typed = ({ state, field, type }: TypedProps) => (
  <TextField
    {...fieldOf(state, field)}
    size="lg"
    type={type}
    value={state.draft[field]}
    maxLength={donorTextLimits[field]}
    autoComplete="off"
    onChange={(event) => state.change('details', { [field]: event.currentTarget.value })}
  />
)

type CountProps = {
  state: ConsentState
  field: 'weightKg' | 'donations'
  right?: string
  step: string
}

const Count = ({ state, field, right, step }: CountProps) => (
  <TextField
    {...fieldOf(state, field)}
    size="lg"
    type="number"
    inputMode="decimal"
    min={0}
    step={step}
    right={right}
    value={state.draft[field] ?? ''}
    autoComplete="off"
    onChange={({ currentTarget: { valueAsNumber: value } }) =>
      state.change('details', { [field]: Number.isNaN(value) ? null : value })
    }
  />
)

type DayProps = {
  state: ConsentState
  field: 'bornOn' | 'lastDonatedOn'
  max: string
  donations?: number | null
}

const DayOf = ({ state, field, max, donations = null }: DayProps) => (
  <DayField
    {...fieldOf(state, field, donations)}
    size="lg"
    max={max}
    value={state.draft[field] ?? ''}
    onChange={(day) => state.change('details', { [field]: day || null })}
  />
)

type ChoiceProps = {
  state: ConsentState
  field: 'gender' | 'bloodGroup' | 'donorType'
  choices: readonly { value: string; label: string }[]
  help?: string
}

const Choice = ({ state, field, choices, help }: ChoiceProps) => (
  <ChoiceField
    {...fieldOf(state, field)}
    help={help}
    placeholder="Choose"
    choices={choices}
    value={state.draft[field]}
    onChange={(value) => state.change('details', { [field]: value })}
  />
)
