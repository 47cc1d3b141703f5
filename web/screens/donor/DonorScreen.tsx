import { type MouseEvent, useEffect, useState } from 'react'
import type { Language } from '#domain/donors/languages.ts'
import { useTitle } from '../../parts/use-title.ts'
import { DonorForm } from './DonorForm.tsx'
import { DonorFrame } from './DonorFrame.tsx'
import type { KeptDraft } from './kept-draft.ts'
import { addressOf, type DonorLink, type DonorPath, pathIn } from './link.ts'
import { PolicyText } from './PolicyText.tsx'
import { useDonorForm } from './use-donor-form.ts'
import { type Said, useWords } from './use-words.ts'

type DonorScreenProps = { link: DonorLink; kept: KeptDraft | null; firstWords: Said }

/** The form and the two pages it links to: one page, so that reading the terms loses nothing that was typed. */
export function DonorScreen({ link, kept, firstWords }: DonorScreenProps) {
  const { language, words, speak } = useWords(firstWords)
  const [path, setPath] = useState(() => pathIn(location))
  const state = useDonorForm(link, { language, words }, kept, beginAgain)
  useTitle(path === '/consent' ? words.title : words.form[path === '/terms' ? 'terms' : 'privacy'])

  useEffect(() => {
    const follow = () => setPath(pathIn(location))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  /** For the next one: the form, in the language of the link. */
  function beginAgain() {
    const first = link.language ?? 'en'
    history.replaceState(null, '', addressOf('/consent', link, first))
    setPath('/consent')
    void speak(first)
  }

  async function speakHere(wanted: Language) {
    await speak(wanted)
    // so that a reload keeps the language
    history.replaceState(null, '', addressOf(path, link, wanted))
  }

  function linkTo(to: DonorPath) {
    const href = addressOf(to, link, language)
    return {
      href,
      onClick(event: MouseEvent) {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        history.pushState(null, '', href)
        setPath(to)
        scrollTo(0, 0)
      },
    }
  }

  return (
    <DonorFrame
      words={words}
      language={language}
      speak={speakHere}
      linkTo={linkTo}
      form={path === '/consent' && state.donationId === null ? state.draft : null}
    >
      {path === '/consent' ? (
        <DonorForm state={state} words={words} isKiosk={link.isKiosk} />
      ) : (
        <PolicyText key={path} name={path === '/terms' ? 'terms' : 'privacy'} language={language}>
          {(link.bankId || link.isKiosk) && <a {...linkTo('/consent')}>{words.form.backToForm}</a>}
        </PolicyText>
      )}
    </DonorFrame>
  )
}
