import { Select, type SelectProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import classes from './Dropdown.module.css'
import { FieldError } from './TextField.tsx'
import { useTypeAhead } from './use-type-ahead.ts'

export type DropdownOption = { value: string; label: string; disabled?: boolean }

type DropdownProps = {
  label: string
  options: readonly DropdownOption[]
  value: string | null
  onChange: (value: string | null) => void
  placeholder?: string
  help?: ReactNode
  error?: string | null
  note?: ReactNode
  /** 44 px in forms, 36 in toolbars. */
  size?: 'sm' | 'md'
  searchable?: boolean
  disabled?: boolean
  required?: boolean
  name?: string
  id?: string
  className?: string
  renderOption?: SelectProps['renderOption']
  ref?: Ref<HTMLInputElement>
}

export function Dropdown({ label, options, help, error, note, className, onChange, ...rest }: DropdownProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const [isOpen, setIsOpen] = useState(false)
  const typeAhead = useTypeAhead({
    options,
    value: rest.value,
    isOff: Boolean(rest.searchable || rest.disabled),
    onChoose(value) {
      // the open list would still highlight the previous option, and Enter would choose it
      setIsOpen(false)
      onChange(value)
    },
  })
  return (
    <div className={className} onKeyDownCapture={typeAhead}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      {/* Mantine's list would take the field's label too; this way the label leads to the field alone */}
      <span id={`${id}-label`} hidden>
        Choices
      </span>
      <Select
        {...rest}
        id={id}
        label="Choices"
        inputWrapperOrder={['description', 'error', 'input']}
        data={options}
        onChange={(value) => onChange(value)}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setIsOpen(true)}
        onDropdownClose={() => setIsOpen(false)}
        description={help}
        error={error ? <FieldError>{error}</FieldError> : undefined}
        errorProps={{ component: 'div' }}
        withAsterisk={false}
        allowDeselect={false}
        checkIconPosition="right"
        rightSection={<IconSelector size={16} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
        // the list itself scrolls at 168 px (§9)
        withScrollArea={false}
        // inside the page's main place, where screen readers look for content
        comboboxProps={{
          withinPortal: false,

          shadow: 'md',
          offset: 4,
          transitionProps: { duration: 0 },
        }}
        classNames={{
          description: classes.help,
          error: classes.error,
          input: classes.input,
          section: classes.section,
          dropdown: classes.dropdown,
          options: classes.options,
          option: classes.option,
        }}
      />
      {note && <p className={classes.note}>{note}</p>}
    </div>
  )
}
