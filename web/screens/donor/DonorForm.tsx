import { startTransition, useEffect, useState } from 'react'
import type { DonorWords } from '#domain/donors/words.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PushButton } from '../../ui/fields/PushButton.tsx'
import { DonorDeclarations } from './DonorDeclarations.tsx'
import { DonorDetails } from './DonorDetails.tsx'
import classes from './DonorForm.module.css'
import { DonorThanks } from './DonorThanks.tsx'
import { DonorDeferrals, DonorQuestions } from './DonorTicks.tsx'
import { isUntouched } from './form.ts'
import { focusOn } from './places.ts'
import type { DonorFormState } from './use-donor-form.ts'

type DonorFormProps = { state: DonorFormState; words: DonorWords; isKiosk: boolean }

export function DonorForm({ state, words, isKiosk }: DonorFormProps) {
  const { form: said } = words
  const isWhole = useLater()
  // the empty form waits behind the thanks
  const isSent = state.donationId !== null
  return (
    <>
      <DonorThanks state={state} words={words} />
      <div className={classes.head} hidden={isSent}>
        <p className="large dim">{[state.bank, words.city].filter(Boolean).join(', ')}</p>
        <h1 id={isSent ? undefined : 'title'} className={`page-title ${classes.title}`} tabIndex={-1}>
          {words.title}
        </h1>
        <p className={classes.lead}>
          {said.lead} {isKiosk ? said.keptNowhere : said.keptHere}
        </p>
      </div>
      <News state={state} words={words} />
      <form
        key={state.round}
        hidden={isSent}
        noValidate
        autoComplete={isKiosk ? 'off' : undefined}
        onSubmit={(event) => {
          event.preventDefault()
          void state.submit()
        }}
      >
        <DonorDetails state={state} words={words} isKiosk={isKiosk} />
        {isWhole && (
          <>
            <DonorDeferrals state={state} words={words} />
            <DonorQuestions state={state} words={words} />
          </>
        )}
        <DonorDeclarations state={state} words={words} />
        <div className={`stack gap-12 ${classes.buttons}`}>
          <PushButton
            kind="primary"
            size="lg"
            type="submit"
            loading={state.isSending}
            loadingLabel={said.sending}
          >
            {said.submit}
          </PushButton>
          {!isUntouched(state.draft) && (
            <PushButton kind="quiet" disabled={state.isSending} onClick={() => void state.askStartAgain()}>
              {said.startAgain}
            </PushButton>
          )}
        </div>
      </form>
    </>
  )
}

/** The first fields can be typed into before the forty boxes beneath them are drawn: a slow phone takes its time. */
function useLater(): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => startTransition(() => setLater(true)), [])
  return isLater
}

/** What there is to know before going on: what became of the last form, or what is to be mended in this one. */
function News({ state, words }: Pick<DonorFormProps, 'state' | 'words'>) {
  const { form: said, fields } = words
  const wrong = Object.keys(fields).filter((field) => state.mistakes[field as keyof typeof fields])
  return (
    <>
      {state.bank === null && <Notice kind="warning">{said.brokenLink}</Notice>}
      {state.isRestored && (
        <Notice>
          {said.restored}{' '}
          <button type="button" className={`bare ${classes.link}`} onClick={() => void state.askStartAgain()}>
            {said.startAgain}
          </button>
        </Notice>
      )}
      {wrong.length > 0 && (
        <Notice kind="warning">
          {said.toMend}
          <ul className={`wrap ${classes.toMend}`}>
            {wrong.map((field) => (
              <li key={field}>
                <button
                  type="button"
                  className={`bare ${classes.link}`}
                  onClick={() => focusOn(field as keyof typeof fields)}
                >
                  {fields[field as keyof typeof fields].label}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
