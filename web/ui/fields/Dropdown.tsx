import { IconSelector } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { bringIntoView } from '../focus.ts'
import { Tick } from '../frame/signs.tsx'
import { placeUnder } from '../placing.ts'
import classes from './Dropdown.module.css'
import field from './Field.module.css'
import { Field, type FieldWords } from './Field.tsx'
import { useTypeAhead } from './use-type-ahead.ts'

export type DropdownOption = { value: string; label: string; disabled?: boolean }

type DropdownProps = Omit<FieldWords, 'beside'> & {
  options: readonly DropdownOption[]
  value: string | null
  onChange: (value: string | null) => void
  placeholder?: string
  /** 44 px in forms, 36 in toolbars, 48 for donors. */
  size?: 'sm' | 'md' | 'lg'
  disabled?: boolean
  required?: boolean
  'aria-required'?: ComponentProps<'input'>['aria-required']
  id?: string
  className?: string
  renderOption?: (option: DropdownOption) => ReactNode
  /** A line under the options, e.g. why one is not among them. */
  foot?: ReactNode
}

/**
 * One of a list. The focus stays on the field, which points at the option that Enter would choose. Letters point, and
 * open a closed list: nothing is chosen that was not seen.
 */
export function Dropdown(props: DropdownProps) {
  const { label, help, error, note, id, className, size = 'md', options, value, onChange, ...rest } = props
  const { renderOption, foot, ...input } = rest
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const chosen = options.find((option) => option.value === value)
  const optionId = (index: number) => `${listId}-${index}`

  function open() {
    setActive(chosen ? options.indexOf(chosen) : -1)
    setIsOpen(true)
  }

  function choose(next: string) {
    setIsOpen(false)
    if (next !== value) onChange(next)
  }

  const typeAhead = useTypeAhead({
    options,
    value: isOpen ? (options[active]?.value ?? null) : null,
    isOff: Boolean(rest.disabled),
    onPoint(meant) {
      setActive(options.findIndex((option) => option.value === meant))
      setIsOpen(true)
    },
  })

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const pointed = options[active]
    if (event.key === 'Escape' && isOpen) {
      // the list alone, not also the popup around it
      event.stopPropagation()
      setIsOpen(false)
    } else if (event.key === 'Enter' && isOpen) {
      if (pointed) choose(pointed.value)
    } else if (step && isOpen) setActive(nextOf(options, active, step))
    else if (step || event.key === 'Enter') open()
    else if (event.key === ' ') isOpen ? setIsOpen(false) : open()
    else return
    event.preventDefault()
  }

  return (
    <Field {...{ label, help, error, note, id, className }}>
      {(join) => (
        <div className={classes.box} data-size={size} onKeyDownCapture={typeAhead}>
          <input
            {...input}
            {...join}
            className={`${field.control} ${classes.input}`}
            value={chosen?.label ?? ''}
            readOnly
            autoComplete="off"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
            onClick={() => (isOpen ? setIsOpen(false) : open())}
            onKeyDown={press}
            onBlur={() => setIsOpen(false)}
          />
          <IconSelector className={classes.sign} size={16} stroke={1.75} aria-hidden />
          {isOpen && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus
            <div ref={placeUnder} className={classes.list} onMouseDown={(event) => event.preventDefault()}>
              {/* a list that scrolls would else be the next stop of Tab */}
              <div id={listId} role="listbox" tabIndex={-1} aria-label="Choices" className={classes.options}>
                {options.map((option, index) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
                  <div
                    key={option.value}
                    id={optionId(index)}
                    ref={index === active ? bringIntoView : undefined}
                    role="option"
                    tabIndex={-1}
                    aria-selected={option === chosen}
                    aria-disabled={option.disabled || undefined}
                    data-active={index === active || undefined}
                    className={`row gap-8 ends ${classes.option}`}
                    onClick={() => option.disabled || choose(option.value)}
                  >
                    {renderOption?.(option) ?? (
                      <>
                        <span>{option.label}</span>
                        {option === chosen && <Tick className={classes.tick} />}
                      </>
                    )}
                  </div>
                ))}
              </div>
              {foot && <p className={`muted ${classes.foot}`}>{foot}</p>}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

/** Round and round, past what may not be chosen. */
function nextOf(options: readonly DropdownOption[], from: number, step: number): number {
  const count = options.length
  for (let tried = 1; tried <= count; tried++) {
    const index = (Math.max(from, step < 0 ? 0 : -1) + step * tried + count * tried) % count
    if (!options[index]?.disabled) return index
  }
  return from
}
