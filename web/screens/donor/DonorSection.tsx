import type { ReactNode } from 'react'
import type { DonorWords } from '#domain/donors/words.ts'
import classes from './DonorSection.module.css'
import type { Step } from './progress.ts'
import { stepText } from './StepBar.tsx'

export function DonorSection({
  step,
  words,
  children,
}: {
  step: Step
  words: DonorWords
  children: ReactNode
}) {
  const { title, help } = words.sections[step]
  return (
    <section id={step} className={`stack gap-20 ${classes.section}`} aria-labelledby={`${step}-title`}>
      <div>
        <p className="muted">{stepText(words, step)}</p>
        <h2 id={`${step}-title`} className={classes.title}>
          {title}
        </h2>
        <p className={`large dim ${classes.help}`}>{help}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
