import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { BagAttribute } from '#domain/bags/kinds.ts'
import { attributeNames } from '#domain/bags/showing.ts'
import { isNothingMore, type MoreForBank } from '#domain/matching/needs.ts'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { FormCell, FormSection } from '../../../ui/fields/FormSection.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import classes from './MoreFields.module.css'
import { labels } from './raise-draft.ts'
import type { Raise } from './use-raise.ts'

/** What a bank likes to know and nobody has to say: closed until it is asked for, or was said (ruling AMB-222). */
export function MoreFields({ raise }: { raise: Raise }) {
  const { more } = raise.draft
  const [isOpened, setIsOpened] = useState<boolean | null>(null)
  const isOpen = isOpened ?? !isNothingMore(more)
  return (
    <FormSection
      title={labels.more}
      help="All of it may stay empty. Your hospital and the blood bank read it."
    >
      <FormCell span={6}>
        <PushButton
          size="sm"
          aria-expanded={isOpen}
          icon={<IconChevronDown className={classes.sign} size={16} stroke={1.75} aria-hidden />}
          onClick={() => setIsOpened(!isOpen)}
        >
          Needs, ward, doctor, diagnosis
        </PushButton>
      </FormCell>
      {isOpen && <Fields raise={raise} />}
    </FormSection>
  )
}

function Fields({ raise: { draft, change } }: { raise: Raise }) {
  const { more } = draft
  const say = (part: Partial<MoreForBank>) => change({ more: { ...more, ...part } })
  const line = (field: 'needsNote' | 'ward' | 'bed' | 'doctor' | 'diagnosis', label: string, max: number) => (
    <TextField
      label={label}
      value={more[field]}
      maxLength={max}
      autoComplete="off"
      onChange={(event) => say({ [field]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <FormCell span={6}>
        <fieldset className={classes.needs}>
          <legend>The bags have to be</legend>
          <div className="wrap gap-8">
            {BagAttribute.options.map((need) => (
              <CheckBox
                key={need}
                className={classes.need}
                label={attributeNames[need]}
                checked={more.needs.includes(need)}
                onChange={({ currentTarget }) =>
                  say({ needs: ticked(more.needs, need, currentTarget.checked) })
                }
              />
            ))}
          </div>
        </fieldset>
      </FormCell>
      <FormCell span={6}>{line('needsNote', 'Other Needs', 200)}</FormCell>
      <FormCell span={4}>{line('ward', 'Ward', 60)}</FormCell>
      <FormCell span={2} phone="full">
        {line('bed', 'Bed', 20)}
      </FormCell>
      <FormCell span={4}>{line('doctor', 'Doctor', 80)}</FormCell>
      <FormCell span={2} phone="full">
        <Dropdown
          label="Transfused Before"
          options={beforeOptions}
          value={more.transfusedBefore}
          onChange={(value) => say({ transfusedBefore: befores.find((one) => one === value) ?? 'unknown' })}
        />
      </FormCell>
      <FormCell span={6}>{line('diagnosis', 'Diagnosis', 200)}</FormCell>
    </>
  )
}

const ticked = (needs: readonly BagAttribute[], need: BagAttribute, isTicked: boolean): BagAttribute[] =>
  isTicked ? [...needs, need] : needs.filter((one) => one !== need)

const befores = ['unknown', 'yes', 'no'] as const
const beforeOptions = befores.map((value) => ({ value, label: value === 'unknown' ? 'not known' : value }))
