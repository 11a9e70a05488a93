import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Storage } from '#domains/products/contract.ts'
import { sorts } from '../../contract.ts'
import type { LotFilters } from '../live/apply-change.ts'
import { type LotAct, lotActs } from './lot-sheet.tsx'

/** What the address of the inventory screen says, besides the filters: which item is open, which place is being checked. */
export interface ListSearch {
  filters: LotFilters
  item: string | null
  act: LotAct
  check: string | null
}

const orders = ['asc', 'desc'] as const
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
const oneOf = <T extends string>(options: readonly T[], value: unknown, otherwise: T): T =>
  options.find((option) => option === value) ?? otherwise

/** Reads what people may also have typed or mangled by hand: what makes no sense is left out. */
export function readSearch(search: Record<string, unknown>): ListSearch {
  const storage = Storage.safeParse(search['storage'])
  const given = { search: word(search['search']), category: word(search['category']), location: word(search['location']) }
  return {
    filters: {
      ...(given.search === undefined ? {} : { search: given.search }),
      ...(given.category === undefined ? {} : { category: given.category }),
      ...(given.location === undefined ? {} : { location: given.location }),
      ...(storage.success ? { storage: storage.data } : {}),
      sort: oneOf(sorts, search['sort'], 'expirationDate'),
      order: oneOf(orders, search['order'], 'asc'),
    },
    item: word(search['item']) ?? null,
    act: oneOf(lotActs, search['act'], 'detail'),
    check: word(search['check']) ?? null,
  }
}

type Change = Partial<Record<keyof LotFilters | 'item' | 'act' | 'check', string | undefined>>

/** The address as state. Filters replace the entry, sheets push one, so that Back on a phone closes them. */
export function useListSearch() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { history } = useRouter()
  const pushed = useRef(false)
  const now = useMemo(() => readSearch(raw), [raw])
  const go = useCallback(
    (change: Change, replace: boolean) => {
      const search = (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search, replace, resetScroll: false })
    },
    [navigate],
  )
  const open = useCallback(
    (change: Change) => {
      pushed.current = true
      go(change, false)
    },
    [go],
  )
  const close = useCallback(() => {
    if (pushed.current) history.back()
    else go({ item: undefined, act: undefined, check: undefined }, true)
    pushed.current = false
  }, [go, history])
  const filter = useCallback((change: Change) => go(change, true), [go])
  return { ...now, filter, open, close, swap: filter }
}

/** Long enough not to ask for every letter, short enough not to be felt: the rows in sight are narrowed at once. */
const typingPauseMs = 180

/** Text that is told on after a pause; a change from outside (Back, a link) shows in the box. */
export function useTyping(outside: string, tell: (text: string | undefined) => void): [string, (text: string) => void] {
  const [text, setText] = useState(outside)
  const told = useRef(outside)
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (outside === told.current) return
    told.current = outside
    setText(outside)
  }, [outside])
  useEffect(() => {
    if (text.trim() === told.current) return
    const timer = setTimeout(() => {
      told.current = text.trim()
      latest.current(text.trim() || undefined)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}
