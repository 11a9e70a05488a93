import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { parsePo } from 'pofile-ts'
import { firstSupportedLanguage, type Language } from '#platform/shared/language.ts'
import { formatMessage, type Message, setTranslator } from '#platform/shared/say.ts'

const spoken = new AsyncLocalStorage<Language>()
const locales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' }

/** Runs `work` with messages in this language, including its asynchronous parts. The default is English. */
export const withLanguage = <T>(language: Language, work: () => T): T => spoken.run(language, work)
export const currentLanguage = (): Language => spoken.getStore() ?? 'en'
/** Returns the language set by `withLanguage`, or undefined. */
export const languageInScope = (): Language | undefined => spoken.getStore()

/** Returns a function that returns the value for the current language, created on first use. */
export function perLanguage<T>(create: (language: Language) => T): () => T {
  const cached = new Map<Language, T>()
  return () => {
    const language = currentLanguage()
    const value = cached.get(language) ?? create(language)
    cached.set(language, value)
    return value
  }
}

/** Runs `work` with messages in the language of a request. */
export function withRequestLanguage<T>(request: Pick<IncomingMessage, 'headers'>, work: () => T): T {
  const language = requestedLanguage(request)
  return language === null ? work() : withLanguage(language, work)
}

/** Returns the preferred supported language in `Accept-Language`, or null. */
export function requestedLanguage({ headers }: Pick<IncomingMessage, 'headers'>): Language | null {
  const tags = (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      return { tag, weight: Number(/^\s*q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1) || 0 }
    })
    .filter(({ tag, weight }) => weight > 0 && /^[a-z]{2,3}(-[\w-]*)?$/i.test(tag))
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
  return firstSupportedLanguage(tags)
}

const catalogs = new Map<Language, Map<string, string | { readonly message: Message }>>()

/** Returns a message from the server's catalog or the one shared with the web app. Reads them on the first use of a language. */
function translated(id: string, language: Language): Message | undefined {
  let catalog = catalogs.get(language)
  if (!catalog) {
    const files = ['../../web/i18n', '.'].map((folder) => new URL(`${folder}/${language}.po`, import.meta.url))
    catalog = new Map(files.flatMap((file) => parseMessageCatalog(readFileSync(file, 'utf8'))))
    catalogs.set(language, catalog)
  }
  const found = catalog.get(id)
  if (typeof found !== 'string') return found?.message
  const message = compileMessage(found) as Message
  catalog.set(id, { message })
  return message
}

/** Returns the messages of a gettext catalog, without those with a context, which only screens use. */
export const parseMessageCatalog = (po: string): (readonly [id: string, text: string])[] =>
  parsePo(po).items.flatMap(({ msgid, msgctxt, msgstr: [text] }) => (!msgctxt && text ? [[msgid, text] as const] : []))

setTranslator({
  locale: () => locales[currentLanguage()],
  speak(id, english, values) {
    const language = currentLanguage()
    return formatMessage((language === 'en' ? undefined : translated(id, language)) ?? english, values, locales[language])
  },
})
