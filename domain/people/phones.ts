import { line, tidy } from '../basics/text.ts'

/** People also write brackets and dots, and paste spaces and dashes of many kinds: the number is the same. */
export const phoneAsKept = (text: string): string =>
  tidy(text.normalize('NFKC'))
    .replace(/\p{Pd}/gu, '-')
    .replace(/[\p{Zs}\p{Cf}().]+/gu, ' ')
    .trim()

export const typedPhone = line(60).transform(phoneAsKept)
