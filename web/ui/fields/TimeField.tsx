import { IconClock } from '@tabler/icons-react'
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { bringIntoView } from '../focus.ts'
import { placeUnder } from '../placing.ts'
import { useTouch } from '../use-narrow.ts'
import list from './Dropdown.module.css'
import { TextField } from './TextField.tsx'
import classes from './TypedFields.module.css'
import { isWholeTime, timeIn } from './typed.ts'
import { useTyped } from './use-typed.ts'

type TimeFieldProps = Pick<ComponentProps<typeof TextField>, 'label' | 'id' | 'error' | 'size'> & {
  /** `17:50`, or nothing. */
  value: string
  onChange: (time: string) => void
}

/** 24 h whatever the browser speaks (ruling AMB-259): typed, or picked from the half hours; on phones the native wheel. */
export function TimeField(props: TimeFieldProps) {
  const isTouch = useTouch()
  const { value, onChange, ...rest } = props
  if (!isTouch) return <TypedTime {...props} />
  return (
    <TextField
      {...rest}
      type="time"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function TypedTime({ value, onChange, error, ...rest }: TimeFieldProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const typed = useTyped({ value, show: same, read: timeIn, isWhole: isWholeTime, onTake: onChange })
  const optionId = (index: number) => `${listId}-${index}`

  function open() {
    const near = halfHours.findIndex((time) => time >= (value || '08:00'))
    setActive(Math.max(0, near))
    setIsOpen(true)
  }

  function choose(time: string | undefined) {
    setIsOpen(false)
    if (time !== undefined) typed.pick(time)
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && !isOpen) return typed.leave()
    if (event.key === 'Enter') choose(halfHours[active])
    else if (event.key === 'Escape' && isOpen) {
      // the list alone, not also the popup around it
      event.stopPropagation()
      setIsOpen(false)
    } else if (step && isOpen) setActive((active + step + halfHours.length) % halfHours.length)
    else if (step) open()
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.place}>
      <TextField
        {...rest}
        ref={input}
        error={error ?? (typed.isWrong ? 'Please type a time, like 17:50.' : null)}
        value={typed.text}
        placeholder="hh:mm"
        autoComplete="off"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? optionId(active) : undefined}
        onChange={(event) => {
          setIsOpen(false)
          typed.type(event.currentTarget.value)
        }}
        onKeyDown={press}
        onBlur={() => {
          setIsOpen(false)
          typed.leave()
        }}
        right={
          <button
            type="button"
            tabIndex={-1}
            aria-label="Choose a time"
            className={classes.picker}
            // the field keeps the focus, and the keys with it
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              input.current?.focus()
              isOpen ? setIsOpen(false) : open()
            }}
          >
            <IconClock size={18} stroke={1.75} aria-hidden />
          </button>
        }
      />
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus
        <div ref={placeUnder} className={list.list} onMouseDown={(event) => event.preventDefault()}>
          <div id={listId} role="listbox" tabIndex={-1} aria-label="Times" className={list.options}>
            {halfHours.map((time, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
              <div
                key={time}
                id={optionId(index)}
                ref={index === active ? bringIntoView : undefined}
                role="option"
                tabIndex={-1}
                aria-selected={time === value}
                data-active={index === active || undefined}
                className={`figures ${list.option}`}
                onClick={() => choose(time)}
              >
                {time}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

const same = (time: string): string => time
const halfHours = Array.from(
  { length: 48 },
  (_, half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`,
)
