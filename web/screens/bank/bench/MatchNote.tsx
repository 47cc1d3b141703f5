import { PushButton } from '../../../ui/fields/PushButton.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import shared from './bench.module.css'

type MatchNoteProps = {
  number: string
  /** Null until somebody wants to write one. */
  note: string | null
  className?: string | undefined
  onChange: (note: string) => void
}

/** A word with the result of a cross-match, which mostly needs none. */
export const MatchNote = ({ number, note, className, onChange }: MatchNoteProps) =>
  note === null ? (
    <PushButton
      kind="quiet"
      className={shared.press}
      aria-label={`Note…, ${number}`}
      onClick={() => onChange('')}
    >
      Note…
    </PushButton>
  ) : (
    <TextField
      label={`Note on ${number}`}
      size="lg"
      value={note}
      maxLength={200}
      autoComplete="off"
      // whoever pressed the button writes next
      autoFocus
      className={className}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
