import { useEffect, useRef, useState } from 'react'
import { currentLocation, navigate, type Search } from './browser-location.ts'
import { useSearch } from './router.tsx'

/** Search parameters to change; undefined or empty removes one. */
export type SearchChange = Record<string, string | undefined>

/**
 * Search parameters as state. `filter` replaces the history entry; `open` pushes one, so that Back on a phone closes the sheet. `close`
 * goes back if the sheet was opened here, and otherwise (a link, a reload) removes `fields`.
 */
export function useUrlState(): {
  raw: Search
  filter: (change: SearchChange) => void
  open: (change: SearchChange) => void
  close: (fields: SearchChange) => void
} {
  const raw = useSearch()
  return { raw, filter, open, close }
}

function go(change: SearchChange, isSheet: boolean): void {
  navigate({ to: '.', search: { ...currentLocation().search, ...change }, replace: !isSheet, keepScroll: true, isSheet })
}

const open = (change: SearchChange) => go(change, true)
const filter = (change: SearchChange) => go(change, false)

function close(fields: SearchChange): void {
  if (currentLocation().isSheet) history.back()
  else go(fields, false)
}

/** Long enough not to query for each letter; the visible rows are filtered at once. */
const debounceMs = 180

/** A debounced text input. Changes from outside (Back, a link) replace the text. */
export function useDebouncedInput(value: string, onChange: (text: string | undefined) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text.trim() === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text.trim()
      latest.current(text.trim() || undefined)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
