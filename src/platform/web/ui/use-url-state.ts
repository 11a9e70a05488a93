import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Marks an entry pushed by opening a sheet; the entry before it is the page without the sheet. */
    isSheet?: true
  }
}

/** Search parameters to change; undefined or empty removes one. */
export type SearchChange = Record<string, string | undefined>

/**
 * Search parameters as state. `filter` replaces the history entry; `open` pushes one, so that Back on a phone closes the sheet. `close`
 * goes back if the sheet was opened here, and otherwise (a link, a reload) removes `fields`.
 */
export function useUrlState() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const go = useCallback(
    (change: SearchChange, isSheet: boolean) => {
      const search = (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search, replace: !isSheet, resetScroll: false, state: isSheet ? { isSheet: true } : true })
    },
    [navigate],
  )
  const open = useCallback((change: SearchChange) => go(change, true), [go])
  const filter = useCallback((change: SearchChange) => go(change, false), [go])
  const close = useCallback(
    (fields: SearchChange) => {
      if (router.state.location.state.isSheet) router.history.back()
      else go(fields, false)
    },
    [go, router],
  )
  return { raw, filter, open, close }
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
