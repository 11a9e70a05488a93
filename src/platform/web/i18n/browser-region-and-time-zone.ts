import { preferredLanguageTags } from './language.ts'

/** Returns the browser's time zone, e.g. `Europe/Berlin`, or UTC if unknown. */
export function browserTimeZone(): string {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  } catch {
    return 'UTC'
  }
}

/** Returns the region of the browser's first language, e.g. `DE`; that of most of its speakers if it names none. */
export function browserRegion(): string | undefined {
  const [language] = preferredLanguageTags
  try {
    return language === undefined ? undefined : new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}
