import { useEffect, useState } from 'react'
import { type SlipLanguage, type SlipWords, slipLanguages } from '#domain/slips/words.ts'
import { slipWordsEn } from '#domain/slips/words-en.ts'

export type Said = { language: SlipLanguage; words: SlipWords }

const place = 'verify-language'

/** As it was chosen on this phone, or as the phone itself speaks. */
export function firstLanguage(): SlipLanguage {
  const wanted = [localStorage.getItem(place), ...navigator.languages.map((one) => one.slice(0, 2))]
  return wanted.flatMap((one) => slipLanguages.filter((language) => language === one))[0] ?? 'en'
}

/** Fetched when it is asked for; if it cannot be had, English is there. */
export async function wordsIn(language: SlipLanguage): Promise<Said> {
  try {
    if (language === 'ta') return { language, words: (await import('#domain/slips/words-ta.ts')).slipWordsTa }
  } catch {}
  return { language: 'en', words: slipWordsEn }
}

export function useSpeech(first: Said): Said & { speak(language: SlipLanguage): void } {
  const [said, setSaid] = useState(first)
  useEffect(() => {
    document.documentElement.lang = said.language
  }, [said.language])
  return {
    ...said,
    speak(language) {
      localStorage.setItem(place, language)
      void wordsIn(language).then(setSaid)
    },
  }
}
