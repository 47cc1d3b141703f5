import { dayOf } from '#domain/basics/time.ts'
import type { DonorField } from '#domain/donors/donor-form.ts'
import { donorTextLimits } from '#domain/donors/limits.ts'
import { isRequired, latestBirth } from '#domain/donors/submitting.ts'
import type { DonorWords } from '#domain/donors/words.ts'
import { now } from '../../server-clock.ts'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { FormCell } from '../../ui/fields/FormSection.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { BirthDay } from './BirthDay.tsx'
import classes from './DonorDetails.module.css'
import { DonorSection } from './DonorSection.tsx'
import type { Form } from './form.ts'
import { idOf } from './places.ts'
import type { DonorFormState } from './use-donor-form.ts'

type DonorDetailsProps = { state: DonorFormState; words: DonorWords; isKiosk: boolean }

type TextKey = { [Field in DonorField]: Form[Field] extends string ? Field : never }[DonorField]

export function DonorDetails({ state, words, isKiosk }: DonorDetailsProps) {
  const { draft: form, mistakes, change } = state
  const today = dayOf(now())

  const common = (field: DonorField) => {
    const mistake = mistakes[field]
    return {
      ...words.fields[field],
      id: idOf(field),
      error: mistake ? words.mistakes[mistake] : null,
      'aria-required': isRequired(field, Number(form.donations)) || undefined,
    }
  }
  const typed = (field: TextKey, autoComplete = 'off') => ({
    ...common(field),
    size: 'lg' as const,
    value: form[field],
    autoComplete: isKiosk ? 'off' : autoComplete,
    beside: isRequired(field, Number(form.donations)) ? null : (
      <span className={classes.optional}>{words.form.optional}</span>
    ),
    onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
  })
  const chosen = (field: 'gender' | 'bloodGroup' | 'donorType', labels: Record<string, string>) => ({
    ...common(field),
    placeholder: words.form.choose,
    value: form[field],
    choices: Object.entries(labels).map(([value, label]) => ({ value, label })),
    onChange: (value: string | null) => change({ [field]: value }),
  })

  return (
    <DonorSection step="details" words={words}>
      <div className={classes.grid}>
        <FormCell span={6}>
          <TextField {...typed('name', 'name')} maxLength={donorTextLimits.name} />
        </FormCell>
        <FormCell span={3} phone="full">
          <TextField
            {...typed('phone', 'tel-national')}
            type="tel"
            inputMode="tel"
            maxLength={donorTextLimits.phone}
            placeholder="ddd-dd-ddd"
          />
        </FormCell>
        <FormCell span={3} phone="full">
          <TextField {...typed('email', 'email')} type="email" maxLength={donorTextLimits.email} />
        </FormCell>
        <FormCell span={4} phone="full">
          <TextField {...typed('bornOn', 'bday')} type="date" min="1900-01-01" max={latestBirth(today)} />
          <BirthDay
            value={form.bornOn}
            words={words}
            isKiosk={isKiosk}
            onChange={(bornOn) => change({ bornOn })}
          />
        </FormCell>
        <FormCell span={2} phone="full">
          <TextField {...typed('weightKg')} inputMode="decimal" maxLength={6} right={words.form.kilograms} />
        </FormCell>
        <FormCell span={3}>
          <ChoiceField {...chosen('gender', words.genders)} />
        </FormCell>
        <FormCell span={3}>
          <ChoiceField {...chosen('bloodGroup', words.bloodGroups)} />
        </FormCell>
        <FormCell span={6}>
          <TextField {...typed('address', 'street-address')} maxLength={donorTextLimits.address} />
        </FormCell>
        <FormCell span={6}>
          <TextField {...typed('altAddress')} maxLength={donorTextLimits.altAddress} />
        </FormCell>
        <FormCell span={6}>
          <ChoiceField {...chosen('donorType', words.donorTypes)} />
        </FormCell>
        <FormCell span={3} phone="full">
          <TextField {...typed('donations')} type="number" inputMode="numeric" min={0} step={1} />
        </FormCell>
        <FormCell span={3} phone="full">
          <TextField {...typed('lastDonatedOn')} type="date" min="1900-01-01" max={today} />
        </FormCell>
        <FormCell span={6}>
          <TextField {...typed('lastMeal')} maxLength={donorTextLimits.lastMeal} />
        </FormCell>
      </div>
    </DonorSection>
  )
}
