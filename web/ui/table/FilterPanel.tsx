import { Popover } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { CheckBox } from '../fields/CheckBox.tsx'
import { PushButton } from '../fields/PushButton.tsx'
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
  const [draft, setDraft] = useState(value)

  function toggle(open: boolean) {
    setDraft(value)
    setOpened(open)
  }

  function save() {
    onChange(draft)
    setOpened(false)
  }

  function reset() {
    setDraft({})
    onChange({})
  }

  return (
    <Popover opened={opened} onChange={toggle} position="bottom-start" offset={6} trapFocus returnFocus>
      <Popover.Target>
        <PushButton
          size="sm"
          icon={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
          onClick={() => toggle(!opened)}
        >
          Filter
        </PushButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label="Filter">
        <div className={classes.groups}>
          {groups.map(({ key, title, options }) => (
            <fieldset key={key} className={classes.group}>
              <legend className={classes.title}>{title}</legend>
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
      </Popover.Dropdown>
    </Popover>
  )
}

function withToggled(filters: Filters, key: string, value: string): Filters {
  const ticked = filters[key] ?? []
  const next = ticked.includes(value) ? ticked.filter((other) => other !== value) : [...ticked, value]
  return { ...filters, [key]: next }
}
