import type { MouseEventHandler, ReactNode } from 'react'
import { type Language, languages } from '#domain/donors/languages.ts'
import type { DonorWords } from '#domain/donors/words.ts'
import { TamilWord } from '../../parts/TamilWord.tsx'
import { productName } from '../../parts/use-title.ts'
import { Mark } from '../../ui/frame/Mark.tsx'
import classes from './DonorFrame.module.css'
import type { Form } from './form.ts'
import type { DonorPath } from './link.ts'
import { StepBar } from './StepBar.tsx'

type DonorFrameProps = {
  words: DonorWords
  language: Language
  speak: (language: Language) => Promise<void>
  linkTo: (path: DonorPath) => { href: string; onClick: MouseEventHandler }
  /** Shown how much of it is filled in; null where there is no form. */
  form: Form | null
  children: ReactNode
}

const ownNames: Record<Language, ReactNode> = {
  ta: (
    <>
      <TamilWord />
      <span className={`visually-hidden ${classes.unloaded}`}>தமிழ்</span>
    </>
  ),
  en: 'English',
}

export function DonorFrame({ words, language, speak, linkTo, form, children }: DonorFrameProps) {
  return (
    <div className={`column ${classes.page}`}>
      <header className={classes.bar}>
        <div className={`row gap-12 ends ${classes.inBar}`}>
          <span className={`row ${classes.brand}`}>
            <Mark />
            {productName}
          </span>
          <fieldset className={classes.languages}>
            <legend className="visually-hidden">{words.form.language}</legend>
            {languages.map((one) => (
              <button
                key={one}
                type="button"
                lang={one}
                aria-pressed={language === one}
                onClick={() => void speak(one)}
              >
                {ownNames[one]}
              </button>
            ))}
          </fieldset>
        </div>
        {form && <StepBar words={words} form={form} />}
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.foot}>
        <a {...linkTo('/terms')}>{words.form.terms}</a>
        <a {...linkTo('/privacy')}>{words.form.privacy}</a>
      </footer>
    </div>
  )
}
