import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ComponentCode } from '#domain/basics/blood.ts'
import { judge, type TemperatureVerdict } from '#domain/driving/temperature.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { PhoneState } from './phone/phone.ts'
import { bandText } from './sayings.ts'
import { celsiusIn, type StepMistakes } from './step-draft.ts'
import classes from './TemperatureField.module.css'
import { useSaid } from './use-words.ts'

const signs: Record<TemperatureVerdict, typeof IconCheck> = {
  within: IconCheck,
  ask: IconAlertTriangle,
  never: IconX,
}

type TemperatureFieldProps = {
  state: PhoneState
  component: ComponentCode
  value: string
  mistake: StepMistakes['temperature']
  onChange: (typed: string) => void
}

export const bandOf = (state: PhoneState, component: ComponentCode) =>
  state.driving?.bands.find((one) => one.component === component)

/** Without its band nobody can judge it here: the server does. */
export function verdictOf(
  state: PhoneState,
  component: ComponentCode,
  typed: string,
): TemperatureVerdict | null {
  const band = bandOf(state, component)
  const celsius = celsiusIn(typed)
  return band && celsius !== null ? judge(celsius, band) : null
}

/** Judged as it is typed, with a word and a sign. */
export function TemperatureField({ state, component, value, mistake, onChange }: TemperatureFieldProps) {
  const { words } = useSaid()
  const band = bandOf(state, component)
  const verdict = verdictOf(state, component, value)
  const Sign = verdict && signs[verdict]
  const told = useRef<HTMLParagraphElement>(null)
  // the phone scrolls only the field into view, and the page's foot would cover the advice under it
  useEffect(() => {
    if (verdict) told.current?.scrollIntoView({ block: 'nearest' })
  }, [verdict])
  const isCold = band !== undefined && (band.low ?? -1) < 0
  const isBelow = /^\s*[-−]/.test(value)
  return (
    <div>
      <TextField
        id="step-temperature"
        label={words.form.temperature}
        size="lg"
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={mistake ? words.mistakes[mistake] : null}
        right="°C"
        className={classes.field}
        help={band && bandText(words, band)}
      />
      {isCold && (
        // many a phone's number pad has no minus
        <button
          type="button"
          className={classes.below}
          aria-pressed={isBelow}
          onClick={() => onChange(isBelow ? value.replace(/[-−]/, '') : `−${value}`)}
        >
          − {words.form.below}
        </button>
      )}
      <p
        ref={told}
        className={`strong row gap-8 ${classes.verdict}`}
        data-verdict={verdict ?? undefined}
        role="status"
      >
        {verdict && Sign && (
          <>
            <Sign size={20} stroke={2} aria-hidden />
            {words.verdicts[verdict]}
          </>
        )}
      </p>
    </div>
  )
}
