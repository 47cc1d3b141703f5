import { IconX } from '@tabler/icons-react'
import classes from './FilterChips.module.css'
import type { FilterGroup, Filters } from './FilterPanel.tsx'

type FilterChipsProps = {
  groups: readonly FilterGroup[]
  value: Filters
  onChange: (value: Filters) => void
}

/** One removable chip for every filter that is on. */
export function FilterChips({ groups, value, onChange }: FilterChipsProps) {
  const chips = groups.flatMap(({ key, title, options }) =>
    options
      .filter((option) => value[key]?.includes(option.value))
      .map((option) => ({ ...option, key, title })),
  )
  if (chips.length === 0) return null
  return (
    <ul className="wrap gap-6 shrinks" aria-label="Filters that are on">
      {chips.map((chip) => (
        <li key={`${chip.key} ${chip.value}`}>
          <button
            type="button"
            className={`small breaks gap-6 inline ${classes.chip}`}
            aria-label={`Remove filter ${chip.title}: ${chip.label}`}
            onClick={({ currentTarget }) => {
              passFocus(currentTarget)
              onChange({ ...value, [chip.key]: (value[chip.key] ?? []).filter((one) => one !== chip.value) })
            }}
          >
            {chip.label}
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The focus moves to the next chip, or to the button before them: with the removed chip it would be lost. */
function passFocus(chip: HTMLElement): void {
  const place = chip.closest('li')
  const beside = place?.nextElementSibling ?? place?.previousElementSibling
  const heir = beside?.querySelector('button') ?? place?.parentElement?.previousElementSibling
  if (heir instanceof HTMLElement) heir.focus({ preventScroll: true })
}
