import { t } from '@lingui/core/macro'
/**
 * What this browser can do. On plain http several interfaces are missing altogether;
 * everything here answers instead of throwing.
 */

/** https, or localhost: camera, offline use and push need it. */
export const isSecure = (): boolean => typeof window !== 'undefined' && window.isSecureContext === true

/** A UUID v4, also where `crypto.randomUUID` is missing. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Puts text on the clipboard; false when the browser would not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Not allowed: try the old way.
  }
  const holder = document.createElement('textarea')
  holder.value = text
  holder.setAttribute('readonly', '')
  holder.style.position = 'fixed'
  holder.style.opacity = '0'
  // Inside an open dialog only the dialog's own children may take the focus.
  const host = document.activeElement?.closest('[role=dialog]') ?? document.body
  host.append(holder)
  const before = document.activeElement
  holder.select()
  let copied = false
  try {
    copied = document.execCommand('copy')
  } catch {
    copied = false
  }
  holder.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}

/** The browser's time zone, e.g. `Europe/Berlin`; UTC when it will not say. */
export function browserTimeZone(): string {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  } catch {
    return 'UTC'
  }
}

/** What does not work here because the page came over plain http; empty when all does. */
export const needsHttps = (): string[] => (isSecure() ? [] : [t`the live camera`, t`offline use`, t`push notifications`])
