import { useEffect, useRef } from 'react'

/** People type slower than this between two keys; a hardware scanner does not. */
const longestGapMs = 80
const fewestDigits = 8

/**
 * Reads a stream of keys and reports a code when digits came fast and ended with Enter.
 * Answers whether the key was the Enter of a code, so that the page does not act on it as well.
 */
export function keyReader(onCode: (code: string) => void): (key: string, atMs: number) => boolean {
  let digits = ''
  let last = Number.NEGATIVE_INFINITY
  return (key, atMs) => {
    if (atMs - last > longestGapMs) digits = ''
    last = atMs
    if (/^\d$/.test(key)) {
      digits += key
      return false
    }
    const code = digits
    digits = ''
    if (key !== 'Enter' || code.length < fewestDigits) return false
    onCode(code)
    return true
  }
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** Listens for a hardware scanner anywhere on the page, except in fields: those take the digits themselves. */
export function useBeeper(onCode: (code: string) => void, enabled: boolean): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!enabled) return
    const read = keyReader((code) => latest.current(code))
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      if (read(event.key, event.timeStamp)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    // Before the focused button hears the Enter and presses itself.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [enabled])
}
