import { useState } from 'react'
import { dayFrom, partsOf } from '#domain/donors/birthday.ts'
import type { DonorWords } from '#domain/donors/words.ts'
import classes from './BirthDay.module.css'

type BirthDayProps = { value: string; words: DonorWords; isKiosk: boolean; onChange: (day: string) => void }

/** The birth date as it is said: day, month, year. Nobody turns a wheel back by sixty years. */
export function BirthDay({ value, words: { form, fields }, isKiosk, onChange }: BirthDayProps) {
  const [parts, setParts] = useState(() => partsOf(value))
  // picked beside it, restored or emptied
  const shown = dayFrom(parts) === value || (value === '' && dayFrom(parts) === '') ? parts : partsOf(value)

  function change(part: Partial<typeof parts>) {
    const next = { ...shown, ...part }
    setParts(next)
    onChange(dayFrom(next))
  }

  return (
    <fieldset className={classes.parts}>
      <legend className="visually-hidden">
        {fields.bornOn.label}, {form.orType}
      </legend>
      <span aria-hidden="true" className="dim">
        {form.orType}
      </span>
      {(['day', 'month', 'year'] as const).map((part) => (
        <input
          key={part}
          className={classes.part}
          data-part={part}
          aria-label={form[part]}
          placeholder={form[part]}
          inputMode="numeric"
          maxLength={part === 'year' ? 4 : 2}
          autoComplete={isKiosk ? 'off' : `bday-${part}`}
          value={shown[part]}
          onChange={(event) => change({ [part]: event.currentTarget.value.replace(/\D/g, '') })}
        />
      ))}
    </fieldset>
  )
}
