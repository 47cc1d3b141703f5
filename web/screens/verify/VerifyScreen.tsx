import { IconAlertTriangleFilled, IconShieldCheckFilled } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { fillIn } from '#domain/basics/fill-in.ts'
import { showDate, showDateTime } from '#domain/basics/time.ts'
import type { SlipLanguage, SlipWords } from '#domain/slips/words.ts'
import { TamilWord } from '../../parts/TamilWord.tsx'
import { productName } from '../../parts/use-title.ts'
import { Mark } from '../../ui/frame/Mark.tsx'
import { BagLines } from './BagLines.tsx'
import { type Checked, checkSlip } from './checking.ts'
import { PatientCheck } from './PatientCheck.tsx'
import { type Said, useSpeech } from './use-words.ts'
import classes from './VerifyScreen.module.css'

export function VerifyScreen({ firstWords }: { firstWords: Said }) {
  const { language, words, speak } = useSpeech(firstWords)
  const checked = useChecked()
  return (
    <div className={`column ${classes.page}`}>
      <header className={`row ends ${classes.bar}`}>
        <span className={`row strong ${classes.brand}`}>
          <Mark />
          {productName}
        </span>
        <Languages {...{ language, words, speak }} />
      </header>
      <main className={`column fill ${classes.main}`} aria-live="polite">
        {checked === null ? (
          <p className={classes.part}>{words.checking}</p>
        ) : (
          <Result {...{ checked, words }} />
        )}
      </main>
      {checked !== null && typeof checked !== 'string' && (
        <footer className={`dim ${classes.foot}`}>
          {fillIn(checked.isOnline ? words.foot.online : words.foot.offline, {
            at: showDateTime(checked.known.toldAt),
          })}{' '}
          {words.foot.stays}
        </footer>
      )}
    </div>
  )
}

/** Anew with every code: a phone may open the next one in the same page. */
function useChecked(): Checked | null {
  const [hash, setHash] = useState(location.hash)
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    const onHash = () => setHash(location.hash)
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])
  useEffect(() => {
    let isLatest = true
    setChecked(null)
    void checkSlip(hash).then((now) => isLatest && setChecked(now))
    return () => {
      isLatest = false
    }
  }, [hash])
  return checked
}

function Result({ checked, words }: { checked: Checked; words: SlipWords }) {
  if (typeof checked === 'string')
    return <Head look="plain" title={words.verdicts[checked].title} text={words.verdicts[checked].text} />
  const { verdict, known } = checked
  const { title, text } = words.verdicts[verdict.kind]
  if (!('slip' in verdict)) {
    const day = 'on' in verdict ? showDate(verdict.on) : ''
    return (
      <>
        <Head look="bad" title={fillIn(title, { day })} text={text} />
        <Steps words={words} />
        {verdict.claims && (
          <p className={`dim breaks ${classes.claims}`}>
            {fillIn(words.claims, { slip: verdict.claims.slip })}
          </p>
        )}
      </>
    )
  }
  const { slip, key } = verdict
  const count = slip.bags.length
  const { one, some, oneAlive, allAlive } = words.bags
  const isGood = verdict.kind === 'genuine'
  const bags = isGood ? (count === 1 ? oneAlive : allAlive) : count === 1 ? one : some
  const issued = fillIn(words.issued, { bank: key.bankName, at: showDateTime(new Date(slip.at * 1_000)) })
  return (
    <>
      <Head look={isGood ? 'good' : 'bad'} title={title} text={isGood ? null : text}>
        <p>
          {issued} <b>{fillIn(bags, { count })}</b>
        </p>
      </Head>
      {slip.emergency && (
        <div className={classes.emergency}>
          <b>{words.emergency.title}</b>
          <p>{words.emergency.text}</p>
        </div>
      )}
      <BagLines slip={slip} words={words} now={known.toldAt > new Date() ? known.toldAt : new Date()} />
      {verdict.kind === 'seen-before' || verdict.kind === 'set-aside' ? (
        <Steps words={words} />
      ) : (
        <PatientCheck slip={slip} words={words} />
      )}
    </>
  )
}

type HeadProps = { look: 'good' | 'bad' | 'plain'; title: string; text: string | null; children?: ReactNode }

function Head({ look, title, text, children }: HeadProps) {
  const Icon = look === 'good' ? IconShieldCheckFilled : IconAlertTriangleFilled
  return (
    <div className={classes.head} data-look={look}>
      <h1 className="row">
        {look !== 'plain' && <Icon size={36} aria-hidden />}
        {title}
      </h1>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

function Steps({ words }: { words: SlipWords }) {
  return (
    <ol className={classes.steps}>
      {words.steps.map(({ title, text }) => (
        <li key={title}>
          <b>{title}</b>
          <p className="dim">{text}</p>
        </li>
      ))}
    </ol>
  )
}

type LanguagesProps = { language: SlipLanguage; words: SlipWords; speak(language: SlipLanguage): void }

function Languages({ language, words, speak }: LanguagesProps) {
  return (
    <fieldset className={classes.languages}>
      <legend className="visually-hidden">{words.language}</legend>
      <button type="button" lang="en" aria-pressed={language === 'en'} onClick={() => speak('en')}>
        English
      </button>
      <button type="button" lang="ta" aria-pressed={language === 'ta'} onClick={() => speak('ta')}>
        <TamilWord />
        <span className={`visually-hidden ${classes.unloaded}`}>தமிழ்</span>
      </button>
    </fieldset>
  )
}
