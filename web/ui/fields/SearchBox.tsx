import { IconSearch, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import classes from './SearchBox.module.css'

type SearchBoxProps = {
  value: string
  onChange: (value: string) => void
  label?: string
  /** The label is read aloud, and seen if asked for. */
  labelShown?: boolean
  placeholder?: string
}

export function SearchBox({
  value,
  onChange,
  label = 'Search by Request ID',
  labelShown = false,
  placeholder = 'Search by Request ID...',
}: SearchBoxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  function clear() {
    onChange('')
    input.current?.focus()
  }

  return (
    <div className={classes.search}>
      <label htmlFor={id} className={labelShown ? `medium block ${classes.label}` : 'visually-hidden'}>
        {label}
      </label>
      <div className={`row ${classes.box}`}>
        <IconSearch className={`dim still ${classes.glass}`} size={16} stroke={1.75} aria-hidden />
        <input
          ref={input}
          id={id}
          type="search"
          className={`fill ${classes.input}`}
          value={value}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {value && (
          <button
            type="button"
            className={`dim still stack ${classes.clear}`}
            aria-label="Clear search"
            onClick={clear}
          >
            <IconX size={16} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
    </div>
  )
}
