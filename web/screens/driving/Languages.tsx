import { TamilWord } from '../../parts/TamilWord.tsx'
import classes from './Languages.module.css'
import { useSaid } from './use-words.ts'

/** Each by its own name. */
export function Languages() {
  const { language, words, speak } = useSaid()
  return (
    <fieldset className={classes.languages}>
      <legend className="visually-hidden">{words.language}</legend>
      <button type="button" lang="ta" aria-pressed={language === 'ta'} onClick={() => void speak('ta')}>
        <TamilWord />
        <span className={`visually-hidden ${classes.unloaded}`}>தமிழ்</span>
      </button>
      <button type="button" lang="hi" aria-pressed={language === 'hi'} onClick={() => void speak('hi')}>
        हिन्दी
      </button>
      <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => void speak('en')}>
        English
      </button>
    </fieldset>
  )
}
