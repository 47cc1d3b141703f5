import type { DonorWords } from '#domain/donors/words.ts'
import type { Form } from './form.ts'
import { filledIn, type Step, steps } from './progress.ts'
import classes from './StepBar.module.css'

export const stepText = (words: DonorWords, step: Step): string =>
  words.form.step.replace('{step}', String(steps.indexOf(step) + 1)).replace('{steps}', String(steps.length))

/** How much of the form is filled in, and a way to each of its sections. */
export function StepBar({ words, form }: { words: DonorWords; form: Form }) {
  const filled = filledIn(form)
  const current = steps.find((step) => filled[step] < 1)
  return (
    <nav aria-label={words.form.steps}>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step}>
            <a
              href={`#${step}`}
              className={classes.step}
              data-filled={Math.floor(filled[step] * 4)}
              aria-current={step === current ? 'step' : undefined}
            >
              <span className="visually-hidden">
                {stepText(words, step)}: {words.sections[step].title}, {Math.round(filled[step] * 100)} %
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
