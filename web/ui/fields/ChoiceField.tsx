import { IconSelector } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTouch } from '../use-narrow.ts'
import classes from './ChoiceField.module.css'
import { Dropdown } from './Dropdown.tsx'
import field from './Field.module.css'
import { Field, type FieldWords } from './Field.tsx'

type ChoiceFieldProps = Pick<ComponentProps<'select'>, 'id' | 'aria-required'> &
  Omit<FieldWords, 'beside' | 'note'> & {
    value: string | null
    choices: readonly { value: string; label: string }[]
    /** What stands there while nothing is chosen. */
    placeholder: string
    onChange: (value: string | null) => void
  }

/**
 * One of a list, or none again. 48 px, for donors. On phones the browser's own list, which is at home there; elsewhere
 * ours, because a letter sets a value in the browser's without showing it (ruling AMB-259).
 */
export function ChoiceField(props: ChoiceFieldProps) {
  const isTouch = useTouch()
  const { value, choices, placeholder, onChange, ...rest } = props
  if (isTouch) return <NativeChoice {...props} />
  const none = value === null ? [] : [{ value: '', label: placeholder }]
  return (
    <Dropdown
      {...rest}
      size="lg"
      placeholder={placeholder}
      options={[...none, ...choices]}
      value={value}
      onChange={(chosen) => onChange(chosen || null)}
    />
  )
}

function NativeChoice(props: ChoiceFieldProps) {
  const { label, value, choices, placeholder, onChange, help, error, id, ...rest } = props
  return (
    <Field {...{ label, help, error, id }}>
      {(join) => (
        <div className={classes.box}>
          <select
            {...rest}
            {...join}
            className={`${field.control} ${classes.select}`}
            value={value ?? ''}
            data-empty={value === null || undefined}
            onChange={(event) => onChange(event.target.value || null)}
          >
            <option value="">{placeholder}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <IconSelector className={classes.sign} size={20} stroke={1.75} aria-hidden />
        </div>
      )}
    </Field>
  )
}
