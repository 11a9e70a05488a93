import { useEffect, useRef } from 'react'
import { readLabelLink } from '../../rules/label-link.ts'
import { readScannedText } from '../api.ts'

/** Hardware scanners type faster than this; people don't. */
const maxGapMs = 80
const minLength = 8
/** How scanners type the separator of a GS1 code. */
const separator = '\u001d'

/** From so many different fast keys on, they can't be a person's, and are no shortcuts. */
const minKeys = 3

/**
 * Detects a code in a stream of keys: fast digits, or a fast GS1 code, followed by Enter. The returned function returns true for keys that
 * the page must ignore: those of a scanner.
 */
export function createScannerKeyReader(onCode: (code: string) => void): (key: string, atMs: number) => boolean {
  let typed = ''
  let lastAtMs = Number.NEGATIVE_INFINITY
  return (key, atMs) => {
    if (atMs - lastAtMs > maxGapMs) typed = ''
    lastAtMs = atMs
    // Scanners hold Shift for capitals.
    if (key === 'Shift') return false
    // A GS1 code has no spaces; a held key repeats itself.
    if (key.length === 1 && key !== ' ') {
      typed += key
      return typed.length >= minKeys && new Set(typed).size > 1
    }
    const code = typed
    typed = ''
    if (key !== 'Enter' || code.length < minLength || !(/^\d+$/.test(code) || readScannedText(code) || readLabelLink(code))) return false
    onCode(code)
    return true
  }
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Listens for a hardware scanner anywhere on the page, except in fields, which receive the digits themselves. */
export function useHardwareScanner(onCode: (code: string) => void, enabled: boolean): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!enabled) return
    const read = createScannerKeyReader((code) => latest.current(code))
    const listen = (event: KeyboardEvent) => {
      const isSeparator = event.ctrlKey && event.key === ']'
      if ((event.ctrlKey && !isSeparator) || event.metaKey || event.altKey || isField(event.target)) return
      if (read(isSeparator ? separator : event.key, event.timeStamp)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    // Captures the event before the focused button handles Enter.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [enabled])
}
