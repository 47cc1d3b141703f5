import { createContext, useContext, useEffect, useState } from 'react'
import { type DrivingLanguage, type DrivingWords, drivingLanguages } from '#domain/driving/words.ts'
import { drivingWordsEn } from '#domain/driving/words-en.ts'

export type Said = { language: DrivingLanguage; words: DrivingWords }

const place = 'driving-language'

/** As it was chosen on this phone, or as the phone itself speaks. */
export function firstLanguage(): DrivingLanguage {
  const wanted = [localStorage.getItem(place), ...navigator.languages.map((one) => one.slice(0, 2))]
  return drivingLanguages.find((language) => language === wanted.find(isKnown)) ?? 'en'
}

const isKnown = (one: string | null): boolean => drivingLanguages.some((language) => language === one)

/** Fetched when it is asked for; if it cannot be had, English is there. */
export async function wordsIn(language: DrivingLanguage): Promise<Said> {
  try {
    if (language === 'ta')
      return { language, words: (await import('#domain/driving/words-ta.ts')).drivingWordsTa }
    if (language === 'hi')
      return { language, words: (await import('#domain/driving/words-hi.ts')).drivingWordsHi }
  } catch {}
  return { language: 'en', words: drivingWordsEn }
}

export type Speech = Said & { speak: (language: DrivingLanguage) => Promise<void> }

export function useSpeech(first: Said): Speech {
  const [said, setSaid] = useState(first)
  useEffect(() => {
    document.documentElement.lang = said.language
  }, [said.language])
  async function speak(language: DrivingLanguage) {
    localStorage.setItem(place, language)
    setSaid(await wordsIn(language))
  }
  return { ...said, speak }
}

export const SpeechHere = createContext<Speech>({
  language: 'en',
  words: drivingWordsEn,
  speak: async () => undefined,
})

export const useSaid = (): Speech => useContext(SpeechHere)
