import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { consent, type SeenForm } from '#contract/consent.ts'
import { donorTextLimits } from '#domain/donors/limits.ts'
import { type Preference, preferences, signatureSize } from '#domain/donors/signing.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'
import { addressOf } from '../../../api/client.ts'
import { FieldError } from '../../../ui/fields/Field.tsx'
import { FormSection } from '../../../ui/fields/FormSection.tsx'
import { SignaturePad } from '../../../ui/fields/SignaturePad.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import classes from './ConsentSignature.module.css'
import type { ConsentState } from './use-consent-form.ts'

const names: Record<Preference, string> = { typed: 'Type the name', drawn: 'Draw the signature' }

/** What the donor ticked under the form; staff cannot tick it for them. */
export const declarationsOf = ({ consent, screeningDeclared }: SeenForm) => [
  { title: donorWordsEn.declarations.consent.title, isGiven: consent },
  { title: donorWordsEn.declarations.screening.title, isGiven: screeningDeclared },
]

/** §2.3: the donor signs with a typed name or a drawing. */
export function ConsentSignature({ state }: { state: ConsentState }) {
  const { draft, errors, change, idOf, fieldOf } = state
  const { preference } = draft.signature
  return (
    <FormSection title="Signature" help="The donor signs for the consent and for what stands above.">
      <ul className={`stack gap-6 ${classes.declared}`} aria-label="Declared by the donor">
        {declarationsOf(state.form).map(({ title, isGiven }) => (
          <li key={title} data-given={isGiven || undefined}>
            {isGiven ? (
              <IconCircleCheck size={18} stroke={1.6} aria-hidden />
            ) : (
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
            )}
            {title}: {isGiven ? 'given with the form' : 'not given'}
          </li>
        ))}
      </ul>
      <fieldset className={`stack gap-16 shrinks ${classes.all}`}>
        <legend className="visually-hidden">How the donor signs</legend>
        {errors.preference && <FieldError>{errors.preference}</FieldError>}
        <div className={`wrap ${classes.choices}`}>
          {preferences.map((value, at) => (
            <label key={value} className={`row ${classes.choice}`}>
              <input
                type="radio"
                name="preference"
                id={at === 0 ? idOf('preference') : undefined}
                checked={preference === value}
                aria-invalid={errors.preference ? true : undefined}
                onChange={() => change('signature', { preference: value })}
              />
              {names[value]}
            </label>
          ))}
        </div>
        {preference === 'typed' && (
          <TextField
            {...fieldOf('signature')}
            label="Name of the donor"
            size="lg"
            maxLength={donorTextLimits.name}
            value={draft.signature.name}
            autoComplete="off"
            onChange={(event) => change('signature', { name: event.currentTarget.value })}
          />
        )}
        {preference === 'drawn' && <Drawing state={state} />}
      </fieldset>
    </FormSection>
  )
}

function Drawing({ state }: { state: ConsentState }) {
  const { form, errors, isDrawnNow, setDrawnNow } = state
  return (
    <div>
      {errors.signature && !isDrawnNow && <FieldError>{errors.signature}</FieldError>}
      {form.isDrawn && !isDrawnNow && (
        <figure className={classes.kept}>
          <Drawn id={form.id} seen={form.seen} />
          <figcaption>Kept from before. Draw below to replace it.</figcaption>
        </figure>
      )}
      <SignaturePad
        {...signatureSize}
        ref={state.pad}
        id={state.idOf('signature')}
        label="Signature of the donor"
        isWrong={Boolean(errors.signature) && !isDrawnNow}
        onChange={setDrawnNow}
      />
      <p className={classes.hint}>With mouse, pen or finger. Without one, choose to type the name.</p>
    </div>
  )
}

/** A drawn signature as it is kept; only the form's bank is given it. */
export const Drawn = ({ id, seen }: { id: string; seen: string }) => (
  <img
    className={classes.drawn}
    src={addressOf(consent.signature, { id, seen })}
    {...signatureSize}
    alt="Drawn signature of the donor"
  />
)
