import { IconWebhook } from '@tabler/icons-react'
import { type HookKind, hookKinds } from '#domain/hooks/kinds.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import { FieldError } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import classes from './Hooks.module.css'
import type { HookForm } from './use-hook-form.ts'

type HookFormBoxProps = { form: HookForm; kinds: readonly HookKind[] }

export function HookFormBox({ form, kinds }: HookFormBoxProps) {
  const { draft, change, changing, fieldOf } = form
  const title = changing ? 'Change a hook' : 'Make a hook'
  return (
    <Form
      key={form.round}
      className={`box stack gap-16 ${classes.form}`}
      label={title}
      onSubmit={form.submit}
    >
      <div className="stack">
        <strong>{title}</strong>
        <span className="muted">
          An address of your own system. We call it, signed, when something happens to your orders. No patient
          is named.
        </span>
      </div>
      <TextField
        {...fieldOf('url')}
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://his.example.org/crossmatch"
        autoComplete="off"
        spellCheck={false}
        value={draft.url}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <Kinds form={form} kinds={kinds} />
      <CheckBox
        label="Test orders too: raised with a test key, and marked as tests when they are sent"
        checked={draft.withTests}
        onChange={(event) => change({ withTests: event.currentTarget.checked })}
      />
      <div className="row wrap gap-12">
        <PushButton
          type="submit"
          kind="primary"
          icon={<IconWebhook size={16} stroke={1.75} aria-hidden />}
          loading={form.isBusy}
          loadingLabel="Saving"
        >
          {changing ? 'Save changes' : 'Make hook'}
        </PushButton>
        {changing && <PushButton onClick={form.leave}>Leave it as it was</PushButton>}
      </div>
    </Form>
  )
}

function Kinds({ form: { draft, change, fieldOf }, kinds }: HookFormBoxProps) {
  const { id, error } = fieldOf('kinds')
  const tick = (kind: HookKind, isOn: boolean) =>
    change({ kinds: kinds.filter((one) => (one === kind ? isOn : draft.kinds.includes(one))) })
  const hasAll = kinds.length > 0 && kinds.every((kind) => draft.kinds.includes(kind))
  return (
    <fieldset className="stack gap-8" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="medium">What it is told of</legend>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <CheckBox
        id={id}
        label="Everything"
        checked={hasAll}
        onChange={() => change({ kinds: hasAll ? [] : [...kinds] })}
      />
      <div className={classes.kinds}>
        {kinds.map((kind) => (
          <CheckBox
            key={kind}
            label={hookKinds[kind].name}
            checked={draft.kinds.includes(kind)}
            onChange={(event) => tick(kind, event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
