import type { DonorWords } from '#domain/donors/words.ts'
import { CheckBox } from '../../ui/fields/CheckBox.tsx'
import { FieldError } from '../../ui/fields/Field.tsx'
import classes from './DonorDeclarations.module.css'
import { DonorSection } from './DonorSection.tsx'
import { idOf } from './places.ts'
import type { DonorFormState } from './use-donor-form.ts'

type DonorDeclarationsProps = { state: DonorFormState; words: DonorWords }

export function DonorDeclarations({
  state: { draft: form, mistakes, change },
  words,
}: DonorDeclarationsProps) {
  const { consent, screening } = words.declarations
  const isWrong = mistakes.consent !== undefined
  return (
    <DonorSection step="declarations" words={words}>
      <div className={classes.declaration} data-wrong={isWrong || undefined}>
        <h3 className={`large strong ${classes.title}`}>{consent.title}</h3>
        <p id="consent-text">{consent.text}</p>
        <CheckBox
          size="lg"
          id={idOf('consent')}
          className={classes.tick}
          label={consent.tick}
          checked={form.consent}
          aria-required
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? 'consent-error consent-text' : 'consent-text'}
          onChange={(event) => change({ consent: event.target.checked })}
        />
        {isWrong && <FieldError id="consent-error">{words.mistakes.consent}</FieldError>}
      </div>
      <div className={classes.declaration}>
        <h3 className={`large strong ${classes.title}`}>{screening.title}</h3>
        <p id="screening-text">{screening.text}</p>
        <CheckBox
          size="lg"
          className={classes.tick}
          label={screening.tick}
          checked={form.screeningDeclared}
          aria-describedby="screening-text"
          onChange={(event) => change({ screeningDeclared: event.target.checked })}
        />
      </div>
    </DonorSection>
  )
}
