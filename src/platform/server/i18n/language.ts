import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { formatMessage, type Message } from '#platform/shared/format-message.ts'
import { firstSpoken, type Language } from '#platform/shared/language.ts'
import { speakBy } from '#platform/shared/say.ts'

const spoken = new AsyncLocalStorage<Language>()
const locales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' }

/** All that `work` says, at once or later, is in this language: of whoever asked, or of whoever gets the mail. English elsewhere. */
export const withLanguage = <T>(language: Language, work: () => T): T => spoken.run(language, work)
export const spokenLanguage = (): Language => spoken.getStore() ?? 'en'
/** The language that was asked for; undefined where none was. */
export const namedLanguage = (): Language | undefined => spoken.getStore()

/** Says what a request is told in the language it asks for. */
export function withLanguageOf<T>(request: Pick<IncomingMessage, 'headers'>, work: () => T): T {
  const asked = askedLanguage(request)
  return asked === null ? work() : withLanguage(asked, work)
}

/** What a request asks for in `Accept-Language`; null where it names none that Larder speaks. */
export function askedLanguage({ headers }: Pick<IncomingMessage, 'headers'>): Language | null {
  const wanted = (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';')
      return { tag, weight: Number(/^\s*q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1) || 0 }
    })
    .filter(({ tag, weight }) => weight > 0 && /^[a-z]{2,3}(-[\w-]*)?$/i.test(tag))
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
  return firstSpoken(wanted)
}

const catalogues = new Map<Language, Map<string, string | { readonly message: Message }>>()

/** A text of the catalogues: those that both sides may say, and the server's own. They are read when somebody first asks for the language. */
function translated(id: string, language: Language): Message | undefined {
  let catalogue = catalogues.get(language)
  if (!catalogue) {
    const files = ['../../web/i18n', '.'].map((folder) => new URL(`${folder}/${language}.po`, import.meta.url))
    catalogue = new Map(files.flatMap((file) => [...readWords(readFileSync(file, 'utf8'))]))
    catalogues.set(language, catalogue)
  }
  const found = catalogue.get(id)
  if (typeof found !== 'string') return found?.message
  const message = compileMessage(found) as Message
  catalogue.set(id, { message })
  return message
}

const quoted = /^(msgctxt|msgid|msgstr)? ?"(.*)"$/

/** The pairs of a catalogue as gettext writes them; those of a context are of screens alone. */
export function* readWords(po: string): Generator<[id: string, text: string]> {
  for (const entry of po.split(/\n{2,}/)) {
    const parts: Record<string, string> = {}
    let part = ''
    for (const line of entry.split('\n')) {
      const [, name, text = ''] = quoted.exec(line) ?? []
      if (name !== undefined) part = name
      if (!line.startsWith('#')) parts[part] = (parts[part] ?? '') + text.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c))
    }
    const { msgctxt, msgid, msgstr } = parts
    if (msgctxt === undefined && msgid && msgstr) yield [msgid, msgstr]
  }
}

speakBy({
  locale: () => locales[spokenLanguage()],
  speak(id, english, values) {
    const language = spokenLanguage()
    return formatMessage((language === 'en' ? undefined : translated(id, language)) ?? english, values, locales[language])
  },
})
