import { bloodGroups, groupName } from '#domain/basics/blood.ts'
import { certificateWords } from '#domain/donors/certificate-words.ts'
import {
  bagTypes,
  type FindingKey,
  findingTextLimits,
  fitnesses,
  quantities,
} from '#domain/donors/findings.ts'
import { ChoiceField } from '../../../ui/fields/ChoiceField.tsx'
import { FormCell, FormSection } from '../../../ui/fields/FormSection.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { TimeField } from '../../../ui/fields/TimeField.tsx'
import type { ConsentState } from './use-consent-form.ts'

const { findings: labels } = certificateWords.en

/** §3.3, bloodBankData: what the bank measured and drew. Nothing of it is mandatory (ruling AMB-138). */
export function ConsentFindings({ state }: { state: ConsentState }) {
  return (
    <>
      <FormSection title="Examination" help="What you found. All of it is optional.">
        <FormCell span={2}>
          <Choice state={state} field="bloodGroup" choices={groups} />
        </FormCell>
        <FormCell span={2}>
          <Typed state={state} field="haemoglobin" label="Haemoglobin" right="g/dL" />
        </FormCell>
        <FormCell span={2}>
          <Typed state={state} field="pulse" right="/min" />
        </FormCell>
        <FormCell span={2}>
          <Typed state={state} field="bloodPressure" placeholder="120/80" />
        </FormCell>
        <FormCell span={2}>
          <Typed state={state} field="temperature" placeholder="36.8 or 98.2" />
        </FormCell>
        <FormCell span={2}>
          <Choice state={state} field="fitness" choices={same(fitnesses)} />
        </FormCell>
        <FormCell span={3}>
          <Typed state={state} field="heart" />
        </FormCell>
        <FormCell span={3}>
          <Typed state={state} field="lungs" />
        </FormCell>
        <FormCell span={6}>
          <TextArea
            {...state.fieldOf('reason')}
            label={labels.reason}
            help="If the donor is unfit or the form is rejected, say why."
            rows={2}
            maxLength={findingTextLimits.reason}
            value={state.draft.findings.reason ?? ''}
            onChange={(event) => state.change('findings', { reason: event.currentTarget.value })}
          />
        </FormCell>
      </FormSection>
      <FormSection title="Donation" help="The bag, and who drew it when.">
        <FormCell span={3}>
          <Choice state={state} field="quantity" choices={same(quantities)} />
        </FormCell>
        <FormCell span={3}>
          <Choice state={state} field="bagType" choices={same(bagTypes)} />
        </FormCell>
        <FormCell span={3}>
          <Typed state={state} field="bagNumber" />
        </FormCell>
        <FormCell span={3}>
          <Typed state={state} field="segmentNumber" />
        </FormCell>
        <FormCell span={6}>
          <Typed state={state} field="phlebotomist" />
        </FormCell>
        <FormCell span={3}>
          <Time state={state} field="startedAt" />
        </FormCell>
        <FormCell span={3}>
          <Time state={state} field="endedAt" />
        </FormCell>
      </FormSection>
    </>
  )
}

type TypedProps = {
  state: ConsentState
  field: Exclude<
    FindingKey,
    'bloodGroup' | 'fitness' | 'quantity' | 'bagType' | 'reason' | 'startedAt' | 'endedAt'
  >
  label?: string
  right?: string
  placeholder?: string
}

const Typed = ({ state, field, label = labels[field], ...rest }: TypedProps) => (
  <TextField
    {...rest}
    {...state.fieldOf(field)}
    label={label}
    size="lg"
    maxLength={findingTextLimits.short}
    autoComplete="off"
    value={state.draft.findings[field] ?? ''}
    onChange={(event) => state.change('findings', { [field]: event.currentTarget.value })}
  />
)

const Time = ({ state, field }: { state: ConsentState; field: 'startedAt' | 'endedAt' }) => (
  <TimeField
    {...state.fieldOf(field)}
    label={labels[field]}
    size="lg"
    value={state.draft.findings[field] ?? ''}
    onChange={(time) => state.change('findings', { [field]: time })}
  />
)

type ChoiceProps = {
  state: ConsentState
  field: 'bloodGroup' | 'fitness' | 'quantity' | 'bagType'
  choices: readonly { value: string; label: string }[]
}

const Choice = ({ state, field, choices }: ChoiceProps) => (
  <ChoiceField
    // the donor's own statement has a field of this name too
    {...state.fieldOf(`found-${field}`)}
    label={field === 'bloodGroup' ? 'Blood Group found' : labels[field]}
    placeholder="Choose"
    choices={choices}
    value={state.draft.findings[field] ?? null}
    onChange={(value) => state.change('findings', { [field]: value })}
  />
)

const groups = bloodGroups.map((value) => ({ value, label: groupName(value) }))
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
