/** Supported languages, in menu order. Without a schema, because the sign-in page loads no validator. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** Names in the languages themselves, so that users can find their own. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' }

export const isLanguage = (text: unknown): text is Language => languages.some((language) => language === text)

/** Returns the first supported language of the tags (`de-AT`, `fr`), or null. */
export function firstSupportedLanguage(tags: readonly string[]): Language | null {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split('-')[0]
    if (isLanguage(primary)) return primary
  }
  return null
}
