import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import classes from './SuggestField.module.css'
import { TextField } from './TextField.tsx'

export type Suggestion = { id: string; text: string }

type SuggestFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'value'> & {
  value: string
  suggestions: readonly Suggestion[]
  onType: (text: string) => void
  onChoose: (suggestion: Suggestion) => void
  /** The list was put away without choosing. */
  onDismiss: () => void
}

/** A text that may be anything, with a list of what it may mean: by mouse, or with the arrows and Enter. */
export function SuggestField({
  value,
  suggestions,
  onType,
  onChoose,
  onDismiss,
  ...rest
}: SuggestFieldProps) {
  const listId = useId()
  const [active, setActive] = useState(-1)
  const [isFocused, setFocused] = useState(false)
  // suggestions that arrive after the field was left would cover the fields below
  const isOpen = isFocused && suggestions.length > 0
  const optionId = (index: number) => `${listId}-${index}`

  function choose(suggestion: Suggestion) {
    setActive(-1)
    onChoose(suggestion)
  }

  function press(event: KeyboardEvent) {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = suggestions[active]
    if (step) setActive((active + step + suggestions.length) % suggestions.length)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape') onDismiss()
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.place}>
      <TextField
        {...rest}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
        autoComplete="off"
        onKeyDown={press}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          if (isOpen) onDismiss()
        }}
        onChange={(event) => {
          setActive(-1)
          onType(event.currentTarget.value)
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        className={`floating ${classes.list}`}
        hidden={!isOpen}
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and the keys
          <div
            key={suggestion.id}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={`floating-option ${classes.option}`}
            // before the field loses the focus, and the list with it
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
          >
            {suggestion.text}
          </div>
        ))}
      </div>
    </div>
  )
}
