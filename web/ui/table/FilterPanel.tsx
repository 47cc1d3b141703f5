import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { CheckBox } from '../fields/CheckBox.tsx'
import { PushButton } from '../fields/PushButton.tsx'
import { placeWithin } from '../placing.ts'
import { usePressOutside } from '../use-press-outside.ts'
import { useTrap } from '../use-trap.ts'
import classes from './FilterPanel.module.css'

export type FilterGroup = {
  key: string
  title: string
  options: readonly { value: string; label: string }[]
}

/** The ticked values of each group, by the group's key. */
export type Filters = Record<string, string[]>

type FilterPanelProps = {
  groups: readonly FilterGroup[]
  value: Filters
  onChange: (value: Filters) => void
}

/** SAVE applies what is ticked and closes; RESET unticks all and applies that at once. */
export function FilterPanel({ groups, value, onChange }: FilterPanelProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setOpened(false)
    button.current?.focus({ preventScroll: true })
  }

  return (
    <div className={classes.place}>
      <PushButton
        ref={button}
        size="sm"
        icon={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        Filter
      </PushButton>
      {opened && <Panel {...{ groups, value, onChange }} button={button} onClose={close} />}
    </div>
  )
}

type PanelProps = FilterPanelProps & { button: RefObject<HTMLElement | null>; onClose: () => void }

function Panel({ groups, value, onChange, button, onClose }: PanelProps) {
  const [draft, setDraft] = useState(value)
  const panel = useRef<HTMLDivElement>(null)
  useTrap(panel)
  useLayoutEffect(() => placeWithin(panel.current), [])
  usePressOutside([panel, button], onClose)

  function save() {
    onChange(draft)
    onClose()
  }

  function reset() {
    setDraft({})
    onChange({})
  }

  return (
    <div
      ref={panel}
      role="dialog"
      tabIndex={-1}
      className={classes.panel}
      aria-label="Filter"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className={`wrap ${classes.groups}`}>
        {groups.map(({ key, title, options }) => (
          <fieldset key={key} className={classes.group}>
            <legend className={`small strong ${classes.title}`}>{title}</legend>
            {options.length === 0 && <p className={classes.none}>Nothing to choose</p>}
            <div className={classes.options}>
              {options.map((option) => (
                <CheckBox
                  key={option.value}
                  label={option.label}
                  checked={draft[key]?.includes(option.value) ?? false}
                  onChange={() => setDraft(withToggled(draft, key, option.value))}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <div className={classes.buttons}>
        <PushButton size="sm" onClick={reset}>
          RESET
        </PushButton>
        <PushButton size="sm" kind="ink" onClick={save}>
          SAVE
        </PushButton>
      </div>
    </div>
  )
}

function withToggled(filters: Filters, key: string, value: string): Filters {
  const ticked = filters[key] ?? []
  const next = ticked.includes(value) ? ticked.filter((other) => other !== value) : [...ticked, value]
  return { ...filters, [key]: next }
}
