import { useEffect, useState } from 'react'
import type { Language } from '#domain/donors/languages.ts'
import { type DonorWords, orEnglish } from '#domain/donors/words.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'

export type Said = { language: Language; words: DonorWords }

/** Fetched when it is asked for; if it cannot be had, English is there. */
export async function wordsIn(language: Language): Promise<Said> {
  try {
    return { language, words: await load[language]() }
  } catch {
    return { language: 'en', words: donorWordsEn }
  }
}

const load: Record<Language, () => Promise<DonorWords>> = {
  ta: async () => orEnglish((await import('#domain/donors/words-ta.ts')).donorWordsTa, donorWordsEn),
  en: async () => donorWordsEn,
}

export function useWords(first: Said): Said & { speak: (language: Language) => Promise<void> } {
  const [said, setSaid] = useState(first)
  useEffect(() => {
    document.documentElement.lang = said.language
  }, [said.language])
  return { ...said, speak: async (language) => setSaid(await wordsIn(language)) }
}
