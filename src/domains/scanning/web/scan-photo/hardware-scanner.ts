import { useEffect, useRef } from 'react'

/** Hardware scanners type faster than this; people don't. */
const maxGapMs = 80
const minDigits = 8

/**
 * Detects a code in a stream of keys: fast digits followed by Enter. The returned function returns true if the key was that Enter, so that
 * the page ignores it.
 */
export function createScannerKeyReader(onCode: (code: string) => void): (key: string, atMs: number) => boolean {
  let digits = ''
  let lastAtMs = Number.NEGATIVE_INFINITY
  return (key, atMs) => {
    if (atMs - lastAtMs > maxGapMs) digits = ''
    lastAtMs = atMs
    if (/^\d$/.test(key)) {
      digits += key
      return false
    }
    const code = digits
    digits = ''
    if (key !== 'Enter' || code.length < minDigits) return false
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
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      if (read(event.key, event.timeStamp)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    // Captures the event before the focused button handles Enter.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [enabled])
}
