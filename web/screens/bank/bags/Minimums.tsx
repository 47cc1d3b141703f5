import { useState } from 'react'
import { bags } from '#contract/bags.ts'
import {
  type ShelfComponent,
  type ShelfGroup,
  shelfComponents,
  shelfGroupName,
  shelfGroups,
} from '#domain/bags/kinds.ts'
import { call, wordsFor } from '../../../api/client.ts'
import { newKey } from '../../../api/key.ts'
import { showAlert } from '../../../ui/feedback/alert-store.ts'
import { showToast } from '../../../ui/feedback/toast-store.ts'
import { Form } from '../../../ui/fields/Form.tsx'
import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { useOneAtATime } from '../../../ui/use-one-at-a-time.ts'
import classes from './SettingsPopup.module.css'
import type { Cells } from './shelf-cells.ts'
import { askBagsAgain } from './use-settings.ts'

const components = shelfComponents.map((value) => ({ value, label: value }))

/** The least that should lie free, by group. Blank: none. */
export function Minimums({ cells }: { cells: Cells }) {
  const [component, setComponent] = useState<ShelfComponent>('PRBC')
  return (
    <section className={`stack gap-12 ${classes.minimums}`} aria-label="Minimums">
      <div>
        <h3 className="subheading">Minimums</h3>
        <p className="muted">Fewer free units than this are marked on the shelf. Blank: no minimum.</p>
      </div>
      <div>
        <Segments label="Component" value={component} choices={components} onChange={setComponent} />
      </div>
      <MinimumFields key={component} component={component} cells={cells} />
    </section>
  )
}

function MinimumFields({ component, cells }: { component: ShelfComponent; cells: Cells }) {
  const [typed, setTyped] = useState<Partial<Record<ShelfGroup, string>>>({})
  const { doing, take } = useOneAtATime<'saving'>()
  const minimumOf = (group: ShelfGroup) =>
    cells.find((cell) => cell.component === component && cell.bloodGroup === group)?.minimum ?? null
  const isWrong = (group: ShelfGroup) => !/^\d{0,5}$/.test((typed[group] ?? '').trim())
  const changed = shelfGroups.filter(
    (group) => (typed[group] ?? '').trim() !== (minimumOf(group) ?? '').toString() && group in typed,
  )

  const save = () =>
    take('saving', async () => {
      if (shelfGroups.some(isWrong)) return
      try {
        for (const bloodGroup of changed) {
          const text = (typed[bloodGroup] ?? '').trim()
          const units = text === '' ? null : Number(text)
          await call(bags.setMinimum, { component, bloodGroup, units }, { key: newKey() })
        }
        setTyped({})
        showToast({ text: 'Minimums Saved', kind: 'success' })
      } catch (error) {
        await showAlert(wordsFor(error))
      }
      await askBagsAgain()
    })

  return (
    <Form label="Minimums" className="stack gap-12" onSubmit={() => void save()}>
      <div className={classes.groups}>
        {shelfGroups.map((group) => (
          <TextField
            key={group}
            label={shelfGroupName(group)}
            inputMode="numeric"
            autoComplete="off"
            value={typed[group] ?? minimumOf(group)?.toString() ?? ''}
            error={isWrong(group) ? 'A whole number.' : null}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [group]: value }))}
          />
        ))}
      </div>
      <PushButton
        type="submit"
        className={classes.save}
        disabled={changed.length === 0}
        loading={doing !== null}
        loadingLabel="Saving"
      >
        Save minimums of {component}
      </PushButton>
    </Form>
  )
}
