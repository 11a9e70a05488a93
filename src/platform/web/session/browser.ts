import { t } from '@lingui/core/macro'
import { browserLanguages } from '../i18n/language.ts'

/** Whether the page is served over https or from localhost, which the camera, offline use and push require. */
export const isSecure = (): boolean => typeof window !== 'undefined' && window.isSecureContext === true

/** Returns a UUID v4, also where `crypto.randomUUID` is missing (plain http). */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Copies text to the clipboard. Returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Not permitted: fall back to `execCommand`.
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // An open dialog traps the focus.
  const host = document.activeElement?.closest('[role=dialog]') ?? document.body
  host.append(field)
  const focused = document.activeElement
  field.select()
  let copied = false
  try {
    copied = document.execCommand('copy')
  } catch {
    copied = false
  }
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}

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
  const [language] = browserLanguages
  try {
    return language === undefined ? undefined : new Intl.Locale(language).maximize().region
  } catch {
    return undefined
  }
}

/** Lists the features that are missing over plain http; empty over https. */
export const featuresNeedingHttps = (): string[] => (isSecure() ? [] : [t`the live camera`, t`offline use`, t`push notifications`])

/** Whether this browser supports passkeys here. They require https and a host name that is not an IP address. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  isSecureContext &&
  !/^(\[.*\]|[\d.]+)$/.test(location.hostname)
