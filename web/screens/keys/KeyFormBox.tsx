import { IconKey } from '@tabler/icons-react'
import { dayOf, instantOf, showDate } from '#domain/basics/time.ts'
import { lastDayAtMost, longestKeyName, usualLastDay } from '#domain/keys/making.ts'
import { type Scope, scopeNames, scopesFor } from '#domain/keys/scopes.ts'
import { useNow } from '../../parts/use-now.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import { DayField } from '../../ui/fields/DayField.tsx'
import { FieldError } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import classes from './Keys.module.css'
import type { KeyForm } from './use-key-form.ts'

const kinds = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
] as const

export function KeyFormBox({ form }: { form: KeyForm }) {
  const { draft, change, fieldOf, product } = form
  const now = useNow(60_000)
  return (
    <Form
      key={form.round}
      className={`box stack gap-16 ${classes.form}`}
      label="Make a key"
      onSubmit={form.submit}
    >
      <div className="stack">
        <strong>Make a key</strong>
        <span className="muted">
          For one program of yours. It can never approve, link, or change prices, people and settings.
        </span>
      </div>
      <div className={classes.pair}>
        <TextField
          {...fieldOf('name')}
          label="Name"
          placeholder="HIS ward module"
          maxLength={longestKeyName}
          autoComplete="off"
          value={draft.name}
          note="What it does is told with this name."
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <DayField
          {...fieldOf('lastDay')}
          label="Last day"
          value={draft.lastDay}
          min={dayOf(now)}
          max={lastDayAtMost(now)}
          note={`Left empty: ${showDate(instantOf(usualLastDay(now), '12:00'))}.`}
          onChange={(lastDay) => change({ lastDay })}
        />
      </div>
      {product !== 'bloodbank' && <Kind form={form} />}
      <Scopes form={form} />
      <TextArea
        {...fieldOf('networks')}
        label="Networks"
        rows={2}
        spellCheck={false}
        value={draft.networks}
        note="From where it is taken, one to a line: 203.0.113.7 or 203.0.113.0/24. Left empty: from anywhere."
        onChange={(event) => change({ networks: event.currentTarget.value })}
      />
      <div>
        <PushButton
          type="submit"
          kind="primary"
          icon={<IconKey size={16} stroke={1.75} aria-hidden />}
          loading={form.isBusy}
          loadingLabel="Making"
        >
          Make key
        </PushButton>
      </div>
    </Form>
  )
}

function Kind({ form: { draft, change } }: { form: KeyForm }) {
  return (
    <div className="stack gap-6">
      <span className="medium" aria-hidden="true">
        Kind
      </span>
      <Segments
        label="Kind"
        value={draft.isTest ? 'test' : 'live'}
        choices={kinds}
        onChange={(kind) => change({ isTest: kind === 'test', scopes: [] })}
      />
      {draft.isTest && (
        <span className="small muted">
          It acts for the hospital “Test”, which all test keys share: no real patient belongs there, and no
          blood comes.
        </span>
      )}
    </div>
  )
}

function Scopes({ form: { draft, change, fieldOf, product } }: { form: KeyForm }) {
  const { id, error } = fieldOf('scopes')
  const offered = scopesFor[draft.isTest ? 'pilot' : product]
  const tick = (scope: Scope, isOn: boolean) =>
    change({ scopes: offered.filter((one) => (one === scope ? isOn : draft.scopes.includes(one))) })
  return (
    <fieldset className="stack gap-8" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="medium">What it may</legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {offered.map((scope, nth) => (
        <CheckBox
          key={scope}
          {...(nth === 0 ? { id } : {})}
          label={scopeNames[scope]}
          checked={draft.scopes.includes(scope)}
          onChange={(event) => tick(scope, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}
