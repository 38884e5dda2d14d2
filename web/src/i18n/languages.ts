/* languages.ts - which languages there are, and which one a reader probably wants. */

export const languages = ['en', 'de', 'it'] as const
export type Language = (typeof languages)[number]

/* Each in its own words, as a list of languages must show them. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch', it: 'Italiano' }

export function isLanguage(word: unknown): word is Language {
  return languages.includes(word as Language)
}

/* Returns the first of the reader's languages that we have, ignoring its region (de-CH, it-IT); English if there is none. */
export function guessLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0]
    if (isLanguage(base)) return base
  }
  return 'en'
}
