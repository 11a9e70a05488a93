/// <reference path="./messages.d.ts" />

import { firstSupportedLanguage, isLanguage, type Language } from '#platform/shared/language.ts'
import { formatMessage, type Message, say, setTranslator, type Values } from '#platform/shared/say.ts'
import { localState } from '../session/session.ts'

export { say }

type Messages = Readonly<Record<string, Message>>
interface MessageDescriptor {
  readonly id: string
  /** The English text; omitted if the id is the text. */
  readonly message?: Message
  readonly values?: Values
}

let catalog: Messages = {}

/**
 * The message catalog as the Lingui macros call it. The language is set before any screen's code loads and changes only with a reload, so
 * modules may translate at load time. English texts are in the code; other languages load their catalog.
 */
export const i18n = {
  _(descriptor: string | MessageDescriptor): string {
    const { id, message, values = {} }: MessageDescriptor = typeof descriptor === 'string' ? { id: descriptor } : descriptor
    const translation = Object.hasOwn(catalog, id) ? catalog[id] : undefined
    return formatMessage(translation ?? message ?? id, values, currentLocale())
  },
}

/** The auth pages' texts, or all. */
type Part = 'signed-out' | 'all'
type CatalogLoader = () => Promise<{ readonly messages: Messages }>
const catalogLoaders: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<Part, CatalogLoader>>>> = {
  de: { 'signed-out': () => import('./de.po?signed-out'), all: () => import('./de.po') },
  fr: { 'signed-out': () => import('./fr.po?signed-out'), all: () => import('./fr.po') },
}
const direction: Readonly<Record<Language, 'ltr' | 'rtl'>> = { en: 'ltr', de: 'ltr', fr: 'ltr' }
const region: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' }

/** The languages the browser asks for, in order of preference. Empty outside a browser. */
export const preferredLanguageTags: readonly string[] = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [])

let pseudo: Promise<void> | undefined

/** The language this page tried to load, even if its catalog failed. */
let requestedLanguage: Language = 'en'

/** The locale for dates and numbers: the browser's regional variant, e.g. `de-AT`, or the language's default region. */
const localeOf = (one: Language) =>
  preferredLanguageTags.find((tag) => /^[a-z]{2}-[A-Z]{2}$/.test(tag) && tag.startsWith(`${one}-`)) ?? region[one]

let locale = localeOf('en')
let language: Language = 'en'
export const currentLocale = (): string => locale
/** Returns the page's language, which requests send as `Accept-Language`. */
export const currentLanguage = (): Language => language

/** Returns the person's choice stored on this device, or null to follow the browser. */
export function chosenLanguage(): Language | null {
  const kept = localState.read('language')
  return isLanguage(kept) ? kept : null
}

/** Stores the language chosen here or on another device. Returns true if the page must reload to apply it. */
export function adoptLanguage(chosen: Language | null): boolean {
  if (localState.read('language') === 'pseudo') return false
  if (chosen === null) localState.remove('language')
  else localState.write('language', chosen)
  // Without persistent storage the choice would be lost at each reload, and the page would reload forever.
  return (chosen ?? firstSupportedLanguage(preferredLanguageTags) ?? 'en') !== requestedLanguage && isPersisted(chosen)
}

function isPersisted(chosen: Language | null): boolean {
  try {
    return localStorage.getItem('larder.language') === chosen
  } catch {
    return false
  }
}

/** Loads the page's language. Call it before loading the screens of that part. Falls back to English if the catalog fails to load. */
export async function prepareLanguage(part: Part): Promise<void> {
  const kept = localState.read('language')
  if (kept === 'pseudo') {
    pseudo ??= import('./pseudo-localization.ts').then(({ enablePseudoLocalization }) => enablePseudoLocalization(i18n))
    return pseudo
  }
  requestedLanguage = chosenLanguage() ?? firstSupportedLanguage(preferredLanguageTags) ?? 'en'
  try {
    await setLanguage(requestedLanguage, part)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  }
}

/** Switches to a language. */
export async function setLanguage(next: Language, part: Part = 'all'): Promise<void> {
  const messages = next === 'en' ? {} : (await catalogLoaders[next][part]()).messages
  // Merging keeps the full catalog if the smaller part arrives last.
  catalog = next === language ? { ...catalog, ...messages } : messages
  locale = localeOf(next)
  language = next
  document.documentElement.lang = next
  document.documentElement.dir = direction[next]
}

// Lets rules and contracts translate through this catalog.
setTranslator({ locale: currentLocale, speak: (id, message, values) => i18n._({ id, message, values }) })
