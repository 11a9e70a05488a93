import type { Database, Reader } from '#platform/server/database/index.ts'
import { currentLanguage, withLanguage } from '#platform/server/i18n/current-language.ts'
import type { Mail, Mailer } from '#platform/server/outbox/mailer.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { isLanguage, type Language } from '#platform/shared/language.ts'
import { emailOf, preferencesOf } from '../store/accounts.ts'

/** Returns the language a user chose, or the server's if they chose none or there is no account. */
export async function languageOf(q: Reader, user: { id: string } | { email: string }): Promise<Language> {
  try {
    const { language } = JSON.parse((await preferencesOf(q, user)) ?? '{}')
    return isLanguage(language) ? language : currentLanguage()
  } catch {
    return currentLanguage()
  }
}

/** Returns a function that sends a mail in its recipient's language, in the background. `compose` returns the mail. */
export const localizedMails =
  (database: Database, mailer: Mailer) =>
  (to: string, compose: () => Omit<Mail, 'to'>): void =>
    mailer.send(
      database
        .read({ crossHousehold: 'jobs' }, (q) => languageOf(q, { email: to }))
        .then((language) => withLanguage(language, () => ({ language, ...compose(), to }))),
    )

/** Mails a user about a change to their account, in the background. Never throws. */
export function sendSecurityMail<Kind extends string>(
  { database, mails }: { readonly database: Database; readonly mails: Readonly<Record<Kind, (email: string) => void>> },
  userId: UserId,
  kind: Kind,
): void {
  database
    .read({ user: userId }, (q) => emailOf(q, userId))
    .then(
      (email) => {
        if (email !== null) mails[kind](email)
      },
      () => {},
    )
}
