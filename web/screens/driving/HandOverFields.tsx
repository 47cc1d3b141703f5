import type { DeliveryStep } from '#domain/driving/steps.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import classes from './HandOverFields.module.css'
import { codeIn, type StepDraft, type StepField, type StepMistakes } from './step-draft.ts'
import { useSaid } from './use-words.ts'

type HandOverFieldsProps = {
  step: DeliveryStep
  draft: StepDraft
  /** The code was typed wrong too often. */
  isLocked: boolean
  mistakes: StepMistakes
  wrongCode: string | null
  onChange: (part: Partial<StepDraft>) => void
}

/** Who it was, and the code that they read out; without one a reason, beside the picture. */
export function HandOverFields({
  step,
  draft,
  isLocked,
  mistakes,
  wrongCode,
  onChange,
}: HandOverFieldsProps) {
  const { words } = useSaid()
  const { form } = words
  const errorOf = (field: StepField) => {
    const mistake = mistakes[field]
    return mistake ? words.mistakes[mistake] : null
  }
  return (
    <div className={`stack gap-16 ${classes.fields}`}>
      <TextField
        id="step-receiver"
        label={words.steps[step].receiver}
        size="lg"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="words"
        value={draft.receiver}
        onChange={(event) => onChange({ receiver: event.currentTarget.value })}
        error={errorOf('receiver')}
      />
      {isLocked && <Notice kind="warning">{form.locked}</Notice>}
      {draft.hasNoCode ? (
        <TextField
          id="step-reason"
          label={form.reason}
          help={form.reasonHelp}
          size="lg"
          maxLength={300}
          autoComplete="off"
          value={draft.reason}
          onChange={(event) => onChange({ reason: event.currentTarget.value })}
          error={errorOf('reason')}
        />
      ) : (
        <TextField
          id="step-code"
          label={form.code}
          help={form.codeHelp}
          size="lg"
          inputMode="numeric"
          autoComplete="off"
          className={classes.code}
          value={draft.code}
          onChange={(event) => onChange({ code: codeIn(event.currentTarget.value) })}
          error={errorOf('code') ?? (draft.code === '' ? wrongCode : null)}
        />
      )}
      {!isLocked && (
        <PushButton
          kind="quiet"
          className={classes.switch}
          onClick={() => onChange({ hasNoCode: !draft.hasNoCode })}
        >
          {draft.hasNoCode ? form.haveCode : form.noCode}
        </PushButton>
      )}
    </div>
  )
}
