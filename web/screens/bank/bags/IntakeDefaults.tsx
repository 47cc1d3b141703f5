import { ShelfComponent, shelfComponents } from '#domain/bags/kinds.ts'
import type { ComponentLife } from '#domain/bags/lives.ts'
import { lifeText } from '#domain/bags/showing.ts'
import { dayOf } from '#domain/basics/time.ts'
import { useNow } from '../../../parts/use-now.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { Dropdown } from '../../../ui/fields/Dropdown.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import classes from './IntakeDrawer.module.css'
import type { IntakeWork } from './use-intake.ts'

const components = shelfComponents.map((value) => ({ value, label: value }))

/** What counts where a label says nothing. */
export function IntakeDefaultFields({ work: { defaults, setDefaults, rules } }: { work: IntakeWork }) {
  const today = dayOf(useNow())
  const lives = livesOf(rules?.lives ?? [], defaults.component)

  function chooseComponent(value: string | null) {
    const component = ShelfComponent.parse(value)
    const first = livesOf(rules?.lives ?? [], component)[0]
    setDefaults({ component, anticoagulant: first?.anticoagulant ?? null })
  }

  return (
    <fieldset className={classes.defaults}>
      <legend className="muted">If the label does not say:</legend>
      <Dropdown
        label="Component"
        size="lg"
        options={components}
        value={defaults.component}
        onChange={chooseComponent}
      />
      <Dropdown
        label="Lies in"
        size="lg"
        placeholder="any"
        disabled={lives.length === 0}
        options={lives.map((life) => ({ value: life.anticoagulant ?? '', label: lifeText(life) }))}
        value={defaults.anticoagulant}
        onChange={(anticoagulant) => setDefaults({ anticoagulant })}
      />
      <DayField
        label="Collected on"
        size="lg"
        max={today}
        value={defaults.collectedOn ?? ''}
        onChange={(day) => setDefaults({ collectedOn: day || null })}
      />
      <TextField
        label="Place"
        size="lg"
        autoComplete="off"
        maxLength={60}
        placeholder="Fridge 2, shelf 3"
        value={defaults.place}
        onChange={({ currentTarget }) => setDefaults({ place: currentTarget.value })}
      />
    </fieldset>
  )
}

const livesOf = (lives: readonly ComponentLife[], component: string | null) =>
  lives.filter(
    (life) => life.component === component && life.after === 'collection' && life.anticoagulant !== null,
  )
