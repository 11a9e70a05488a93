import type { Database, Reader } from '#platform/server/database/index.ts'
import { inLanguage, spokenLanguage } from '#platform/server/i18n/language.ts'
import type { Mail, Mailer } from '#platform/server/outbox/mail.ts'
import { isLanguage, type Language } from '#platform/shared/language.ts'
import { preferencesOf } from '../store/profile.ts'

/** In which language somebody is written to: what they chose; without a choice, or an account, what is spoken here. */
export async function languageOf(q: Reader, who: { id: string } | { email: string }): Promise<Language> {
  try {
    const { language } = JSON.parse((await preferencesOf(q, who)) ?? '{}')
    return isLanguage(language) ? language : spokenLanguage()
  } catch {
    return spokenLanguage()
  }
}

/** Sends a mail in its receiver's language: `word` makes it. Nobody waits for it. */
export const localizedMails =
  (database: Database, mailer: Mailer) =>
  (to: string, word: () => Omit<Mail, 'to'>): void =>
    mailer.send(
      database
        .read({ crossHousehold: 'jobs' }, (q) => languageOf(q, { email: to }))
        .then((language) => inLanguage(language, () => ({ language, ...word(), to }))),
    )
