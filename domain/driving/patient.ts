/** All that a driver sees of a name: `K. S.` */
export function patientInitials(name: string): string {
  return name
    .split(/[\s.]+/)
    .flatMap((word) => firstLetter(word) ?? [])
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ')
}

/** With its vowel sign, where the script joins them. */
const firstLetter = (word: string): string | undefined => {
  const [first] = letters.segment(word.replace(/^[^\p{L}\p{N}]+/u, ''))
  return first?.segment
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
