import { IconHandStop, IconMessageCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fillIn } from '#domain/basics/fill-in.ts'
import type { StopDecision } from '#domain/driving/steps.ts'
import type { StopShown } from '#domain/driving/waiting.ts'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Places } from './Places.tsx'
import type { Shown } from './phone/phone.ts'
import classes from './Stopped.module.css'
import type { StepMistakes } from './step-draft.ts'
import { useSaid } from './use-words.ts'

/** The bags go no further until the office has decided; without a signal they do not either (ruling AMB-262). */
export function Stopped({ order, stop, children }: { order: Shown; stop: StopShown; children: ReactNode }) {
  const { words } = useSaid()
  const { stopped } = words
  return (
    <div className="stack gap-20">
      <section className={classes.stopped} role="status">
        <IconHandStop size={26} stroke={1.75} aria-hidden />
        <h2>{fillIn(stopped.title, { temperature: stop.temperature })}</h2>
        <p>{stop.isWaiting ? stopped.kept : stopped.text}</p>
      </section>
      {stop.decision && <Decided decision={stop.decision} reason={stop.reason} />}
      {/* the bank: it is called, and the bags go back to it */}
      <Places order={order} step="issued" />
      {children}
    </div>
  )
}

/** What the office says, and why. */
export function Decided({ decision, reason }: { decision: StopDecision; reason: string | null }) {
  const { words } = useSaid()
  const { title, text } = words.stopped.decisions[decision]
  return (
    <section className={`warning ${classes.decided}`} role="status">
      <IconMessageCircle size={24} stroke={1.75} aria-hidden />
      <h2>{title}</h2>
      <p>{text}</p>
      {reason && (
        <p>
          <bdi>“{reason}”</bdi>
        </p>
      )}
    </section>
  )
}

type BankSaysGoOnProps = {
  value: string
  mistake: StepMistakes['allowedBy']
  onChange: (typed: string) => void
  onStop: () => void
}

/** Asked where the bank has to judge: its word with a name, or the end of it here. */
export function BankSaysGoOn({ value, mistake, onChange, onStop }: BankSaysGoOnProps) {
  const { words } = useSaid()
  const { form } = words
  return (
    <div className={`warning stack gap-12 ${classes.ask}`}>
      <TextField
        id="step-allowedBy"
        label={form.allowedBy}
        help={form.allowedByHelp}
        size="lg"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="words"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={mistake ? words.mistakes[mistake] : null}
      />
      <PushButton
        wide
        className={classes.stop}
        icon={<IconHandStop size={22} stroke={1.75} aria-hidden />}
        onClick={onStop}
      >
        {form.stop}
      </PushButton>
    </div>
  )
}
