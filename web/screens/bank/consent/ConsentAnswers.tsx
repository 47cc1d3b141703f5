import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { flaggedIn } from '#domain/donors/consenting.ts'
import { deferralKeys, type QuestionKey, questionGroups } from '#domain/donors/questions.ts'
import { asksFemales } from '#domain/donors/submitting.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { CheckBox } from '../../../ui/fields/CheckBox.tsx'
import { FormSection } from '../../../ui/fields/FormSection.tsx'
import classes from './ConsentAnswers.module.css'
import type { ConsentState } from './use-consent-form.ts'

const { deferrals, answers, periods } = donorWordsEn

/** What was ticked is there to be seen; everything that was not is a press away. */
export function ConsentAnswers({ state }: { state: ConsentState }) {
  const { draft, form, change } = state
  // those of the saved form, so that a tick that is taken back does not run away from the pointer
  const flagged = flaggedIn(form)
  const count = flagged.deferrals.length + flagged.answers.length
  const asked = questionGroups.filter(({ femalesOnly }) => !femalesOnly || asksFemales(draft))
  return (
    <FormSection
      title="Answers"
      help="What the donor ticked. Go through it with them; correct what was a slip."
    >
      <div className={classes.all}>
        {count === 0 ? (
          <p className={`dim row gap-8 ${classes.none}`}>
            <IconCircleCheck size={18} stroke={1.6} aria-hidden />
            Nothing was ticked.
          </p>
        ) : (
          <ul className="stack gap-8" aria-label="Ticked by the donor">
            {flagged.deferrals.map((key) => (
              <Flag key={key} about={donorWordsEn.sections.deferrals.title}>
                <CheckBox
                  label={deferrals[key]}
                  checked={draft.deferrals[key]}
                  onChange={(event) => change('deferrals', { [key]: event.currentTarget.checked })}
                />
              </Flag>
            ))}
            {flagged.answers.map((key) => (
              <Flag key={key} about={periods[periodOf(key)]}>
                <CheckBox
                  label={answers[key]}
                  checked={draft.answers[key]}
                  onChange={(event) => change('answers', { [key]: event.currentTarget.checked })}
                />
              </Flag>
            ))}
          </ul>
        )}
        <details className={classes.rest}>
          <summary>All other answers</summary>
          <h3>{donorWordsEn.sections.deferrals.title}</h3>
          {deferralKeys
            .filter((key) => !flagged.deferrals.includes(key))
            .map((key) => (
              <CheckBox
                key={key}
                label={deferrals[key]}
                checked={draft.deferrals[key]}
                onChange={(event) => change('deferrals', { [key]: event.currentTarget.checked })}
              />
            ))}
          {asked.map(({ period, keys }) => {
            const others = (keys as readonly QuestionKey[]).filter((key) => !flagged.answers.includes(key))
            return (
              others.length > 0 && (
                <div key={period}>
                  <h3>{periods[period]}</h3>
                  {others.map((key) => (
                    <CheckBox
                      key={key}
                      label={answers[key]}
                      checked={draft.answers[key]}
                      onChange={(event) => change('answers', { [key]: event.currentTarget.checked })}
                    />
                  ))}
                </div>
              )
            )
          })}
        </details>
      </div>
    </FormSection>
  )
}

const Flag = ({ about, children }: { about: string; children: React.ReactNode }) => (
  <li className={`stack gap-12 warning ${classes.flag}`}>
    <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
    <div>
      {children}
      <p className={`small ${classes.about}`}>{about}</p>
    </div>
  </li>
)

const periodOf = (key: QuestionKey) =>
  questionGroups.find(({ keys }) => (keys as readonly QuestionKey[]).includes(key))?.period ?? '2-years'
