import { useState } from 'react'
import { say } from '#domain/basics/refusal.ts'
import { type QuietHours, quietWords, whyNotQuiet } from '#domain/messages/hearing.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import { FormCell, FormSection } from '../../ui/fields/FormSection.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'

const usual: QuietHours = { from: '22:00', to: '06:00' }

type QuietPartProps = { quiet: QuietHours | null; onSave: (quiet: QuietHours | null) => void }

/** Saved with the tick, and with each time while it is ticked. */
export function QuietPart({ quiet, onSave }: QuietPartProps) {
  const [times, setTimes] = useState(quiet ?? usual)
  const refusal = whyNotQuiet(times)

  function change(next: QuietHours) {
    setTimes(next)
    if (quiet && next.from && next.to && !whyNotQuiet(next)) onSave(next)
  }

  return (
    <FormSection
      title="Quiet hours"
      help="Push, SMS and sound wait until they end. What is about safety does not."
    >
      <FormCell span={2} phone="full">
        <CheckBox
          label="Quiet hours"
          checked={quiet !== null}
          disabled={refusal !== null || !times.from || !times.to}
          onChange={() => onSave(quiet ? null : times)}
        />
      </FormCell>
      <FormCell span={2} phone="half">
        <TimeField label="From" value={times.from} onChange={(from) => change({ ...times, from })} />
      </FormCell>
      <FormCell span={2} phone="half">
        <TimeField
          label="To"
          value={times.to}
          error={refusal ? say(quietWords, refusal).text : undefined}
          onChange={(to) => change({ ...times, to })}
        />
      </FormCell>
    </FormSection>
  )
}
