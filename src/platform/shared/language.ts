/** The languages Larder speaks, in the order of the choice. Plain, because the sign-in page loads no validator. */
export const languages = ['en', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** Each in its own words: whoever looks for it may read no other. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' }

export const isLanguage = (text: unknown): text is Language => languages.some((known) => known === text)

/** The first of the wanted languages (`de-AT`, `fr`) that Larder speaks; null when it speaks none. */
export function firstSpoken(wanted: readonly string[]): Language | null {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0]
    if (isLanguage(primary)) return primary
  }
  return null
}
