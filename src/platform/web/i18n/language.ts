/// <reference path="./messages.d.ts" />

import { formatMessage, type Message, type Values } from '#platform/shared/format-message.ts'
import { firstSpoken, isLanguage, type Language } from '#platform/shared/language.ts'
import { say, speakBy } from '#platform/shared/say.ts'
import { localState } from '../session/session.ts'

export { say }

type Messages = Readonly<Record<string, Message>>
interface Said {
  readonly id: string
  /** The English text; left out where the id is the text. */
  readonly message?: Message
  readonly values?: Values
}

let held: Messages = {}

/**
 * The language of this page, as the macros ask for it. It is settled before any screen's code is loaded, and another one begins with a
 * reload: so a text may stand anywhere in that code, and no screen has to listen for a change.
 * English comes with the code that shows it, every other language with its catalogue.
 */
export const i18n = {
  _(said: string | Said): string {
    const { id, message, values = {} }: Said = typeof said === 'string' ? { id: said } : said
    const found = Object.hasOwn(held, id) ? held[id] : undefined
    return formatMessage(found ?? message ?? id, values, currentLocale())
  },
}

/** What the welcome pages say, or everything. */
type Part = 'door' | 'all'
type Catalogue = () => Promise<{ readonly messages: Messages }>
const catalogues: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<Part, Catalogue>>>> = {
  de: { door: () => import('./de.po?door'), all: () => import('./de.po') },
  fr: { door: () => import('./fr.po?door'), all: () => import('./fr.po') },
}
const direction: Readonly<Record<Language, 'ltr' | 'rtl'>> = { en: 'ltr', de: 'ltr', fr: 'ltr' }
const region: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' }

const wantedHere: readonly string[] = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])

let pseudo: Promise<void> | undefined

/** What this page set out to speak, even if its catalogue did not come. */
let begun: Language = 'en'

/** How dates and numbers are written: the browser's own region of the language, e.g. `de-AT`, where it has one. */
const localeOf = (one: Language) => wantedHere.find((tag) => /^[a-z]{2}-[A-Z]{2}$/.test(tag) && tag.startsWith(`${one}-`)) ?? region[one]

let locale = localeOf('en')
let spoken: Language = 'en'
export const currentLocale = (): string => locale
/** The language of this page, in which the server is to speak. */
export const currentLanguage = (): Language => spoken

/** What the person chose, as far as this device knows; null: as the browser has it. */
export function chosenLanguage(): Language | null {
  const kept = localState.read('language')
  return isLanguage(kept) ? kept : null
}

/** Takes over what the person chose, here or on another device. True: the page speaks another language and must be loaded anew. */
export function adoptLanguage(chosen: Language | null): boolean {
  if (localState.read('language') === 'pseudo') return false
  if (chosen === null) localState.remove('language')
  else localState.write('language', chosen)
  // A browser that keeps nothing would forget it on the way, and be loaded anew for ever.
  return (chosen ?? firstSpoken(wantedHere) ?? 'en') !== begun && keptForGood(chosen)
}

function keptForGood(chosen: Language | null): boolean {
  try {
    return localStorage.getItem('larder.language') === chosen
  } catch {
    return false
  }
}

/** Brings the language of this page, before any screen of that part is loaded. Where its catalogue does not come, English stays. */
export async function prepareLanguage(part: Part): Promise<void> {
  const kept = localState.read('language')
  if (kept === 'pseudo') {
    pseudo ??= import('./pseudo.ts').then(({ speakPseudo }) => speakPseudo(i18n))
    return pseudo
  }
  begun = chosenLanguage() ?? firstSpoken(wantedHere) ?? 'en'
  try {
    await speak(begun, part)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

/** Speaks a language from here on. */
export async function speak(next: Language, part: Part = 'all'): Promise<void> {
  const messages = next === 'en' ? {} : (await catalogues[next][part]()).messages
  // The smaller part may come last, and takes nothing away.
  held = next === spoken ? { ...held, ...messages } : messages
  locale = localeOf(next)
  spoken = next
  document.documentElement.lang = next
  document.documentElement.dir = direction[next]
}

// What rules and contracts say is found where the screens' texts are.
speakBy({ locale: currentLocale, speak: (id, message, values) => i18n._({ id, message, values }) })
