import { useEffect, useState } from 'react'
import type { SlipPayload } from '#domain/slips/slip.ts'
import type { SlipWords } from '#domain/slips/words.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { isForPatient } from './checking.ts'
import classes from './PatientCheck.module.css'

/** Half a number is no answer yet: it is asked once nothing was typed for a moment. */
const restMs = 600

export function PatientCheck({ slip, words }: { slip: SlipPayload; words: SlipWords }) {
  const [typed, setTyped] = useState('')
  const [isMatch, setIsMatch] = useState<boolean | null>(null)
  useEffect(() => {
    setIsMatch(null)
    if (typed.trim() === '') return
    let isLatest = true
    const timer = setTimeout(async () => {
      const answer = await isForPatient(slip, typed).catch(() => null)
      if (isLatest) setIsMatch(answer)
    }, restMs)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [slip, typed])
  const { title, label, field, match, noMatch } = words.patient
  const said = isMatch ? match : noMatch
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      <TextField
        label={field}
        help={label}
        size="lg"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div role="status">
        {isMatch !== null && (
          <div className={classes.answer} data-match={isMatch}>
            <b>{said.title}</b>
            <p>{said.text}</p>
          </div>
        )}
      </div>
    </section>
  )
}
