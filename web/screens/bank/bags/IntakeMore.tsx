import { useState } from 'react'
import { endOfDay } from '#domain/bags/lives.ts'
import { isBlank } from '#domain/basics/text.ts'
import { dayOf } from '#domain/basics/time.ts'
import { DayField } from '../../../ui/fields/DayField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import classes from './IntakeDrawer.module.css'
import { hasEnd, moreText, type Said, type ShownLine } from './intake-lines.ts'
import type { IntakeWork } from './use-intake.ts'

type IntakeMoreProps = { shown: ShownLine; work: IntakeWork; isOpen: boolean; focus: () => void }

/** What stands on no label that is read: closed, so that whoever scans goes on. */
export function IntakeMore({ shown: { entry, line }, work, isOpen, focus }: IntakeMoreProps) {
  if (!line) return null
  const say = (part: Said) => work.say(entry.id, part)
  if (!isOpen) {
    const text = moreText(line)
    return text === '' ? null : <p className={`small dim breaks ${classes.more}`}>{text}</p>
  }
  return (
    <fieldset
      className={classes.more}
      aria-label={`More of ${line.number}`}
      onKeyDown={({ key }) => key === 'Enter' && focus()}
    >
      <TextField
        label="Volume"
        size="lg"
        inputMode="numeric"
        autoComplete="off"
        right="ml"
        value={line.volumeMl ?? ''}
        onChange={({ currentTarget }) => {
          const digits = currentTarget.value.replace(/\D/g, '').slice(0, 5)
          say({ volumeMl: digits === '' ? null : Number(digits) })
        }}
      />
      <TextField
        label="Segment number"
        size="lg"
        autoComplete="off"
        maxLength={30}
        value={line.segment ?? ''}
        onChange={({ currentTarget: { value } }) => say({ segment: isBlank(value) ? null : value })}
      />
      <DonorFormField id={line.donorFormId} onSay={(donorFormId) => say({ donorFormId })} />
      {!hasEnd(entry) && (
        <DayField
          label="Ends sooner, on"
          size="lg"
          isTakenWhenLeft
          value={line.expiresAt ? dayOf(line.expiresAt) : ''}
          onChange={(day) => say({ expiresAt: day ? endOfDay(day) : null })}
        />
      )}
    </fieldset>
  )
}

/** Half of one is none yet. */
function DonorFormField({ id, onSay }: { id: string | null; onSay: (id: string | null) => void }) {
  const [typed, setTyped] = useState(id ?? '')
  const tell = (text: string) => onSay(text === '' ? null : text)
  return (
    <TextField
      label="Donor form"
      size="lg"
      autoComplete="off"
      maxLength={8}
      placeholder="Donation ID"
      value={typed}
      onChange={({ currentTarget }) => {
        const text = currentTarget.value.trim().toLowerCase()
        setTyped(text)
        if (text.length === 8 || text === '') tell(text)
      }}
      onBlur={() => typed !== (id ?? '') && tell(typed)}
    />
  )
}
