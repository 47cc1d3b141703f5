import { deferralKeys, questionGroups } from '#domain/donors/questions.ts'
import { asksFemales } from '#domain/donors/submitting.ts'
import type { DonorWords } from '#domain/donors/words.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import { DonorSection } from './DonorSection.tsx'
import classes from './DonorTicks.module.css'
import type { DonorFormState } from './use-donor-form.ts'

type TicksProps = { state: DonorFormState; words: DonorWords }

/** §9: 18 questions. */
export function DonorDeferrals({ state: { draft: form, change }, words }: TicksProps) {
  return (
    <DonorSection step="deferrals" words={words}>
      <ul className={classes.ticks}>
        {deferralKeys.map((key) => (
          <li key={key}>
            <CheckBox
              size="lg"
              label={words.deferrals[key]}
              checked={form.deferrals[key]}
              onChange={(event) => change({ deferrals: { ...form.deferrals, [key]: event.target.checked } })}
            />
          </li>
        ))}
      </ul>
    </DonorSection>
  )
}

/** §9: 23 questions by how far back they ask. */
export function DonorQuestions({ state: { draft: form, change }, words }: TicksProps) {
  const isAsked = ({ femalesOnly }: { femalesOnly: boolean }) => !femalesOnly || asksFemales(form)
  return (
    <DonorSection step="questions" words={words}>
      {questionGroups.map((group) => (
        <section key={group.period} className={classes.group} aria-labelledby={`period-${group.period}`}>
          <h3 id={`period-${group.period}`} className={`heading ${classes.period}`}>
            {words.periods[group.period]}
          </h3>
          {!isAsked(group) && <p className={classes.note}>{words.form.notAskedOfMen}</p>}
          <ul className={classes.ticks}>
            {group.keys.map((key) => (
              <li key={key}>
                <CheckBox
                  size="lg"
                  label={words.answers[key]}
                  disabled={!isAsked(group)}
                  checked={form.answers[key] && isAsked(group)}
                  onChange={(event) => change({ answers: { ...form.answers, [key]: event.target.checked } })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </DonorSection>
  )
}
