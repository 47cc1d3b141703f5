/** §9. In the order in which the form offers them. */
export const languages = ['ta', 'en'] as const
export type Language = (typeof languages)[number]

/** One that is not known counts as English. */
export const languageIn = (text: unknown): Language => languages.find((one) => one === text) ?? 'en'
