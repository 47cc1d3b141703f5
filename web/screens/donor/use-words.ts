import { useEffect, useState } from 'react'
import type { Language } from '#domain/donors/donor-form.ts'
import { type DonorWords, orEnglish } from '#domain/donors/words.ts'
import { donorWordsEn } from '#domain/donors/words-en.ts'

export type Said = { language: Language; words: DonorWords }

/** Tamil is fetched when it is asked for; if it cannot be had, English is there. */
export async function wordsIn(language: Language): Promise<Said> {
  if (language === 'en') return { language, words: donorWordsEn }
  try {
    const { donorWordsTa } = await import('#domain/donors/words-ta.ts')
    return { language, words: orEnglish(donorWordsTa, donorWordsEn) }
  } catch {
    return { language: 'en', words: donorWordsEn }
  }
}

export function useWords(first: Said): Said & { speak: (language: Language) => Promise<void> } {
  const [said, setSaid] = useState(first)
  useEffect(() => {
    document.documentElement.lang = said.language
  }, [said.language])
  return { ...said, speak: async (language) => setSaid(await wordsIn(language)) }
}
