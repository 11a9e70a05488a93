import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { Priority } from '../../contract.ts'
import type { ListFilters } from './entries.ts'

type Change = Partial<Record<'search' | 'category' | 'priority' | 'item', string | undefined>>
const word = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The filters and the open sheet stand in the address: Back and a link find them again. */
export function useFilters() {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const priority = Priority.safeParse(raw['priority'])
  const search = word(raw['search']) ?? ''
  const category = word(raw['category'])
  const wanted = priority.success ? priority.data : null
  const filters: ListFilters = useMemo(() => ({ search, category, priority: wanted }), [search, category, wanted])
  const change = useCallback(
    (next: Change) => {
      const after = (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => value !== undefined && value !== ''))
      void navigate({ to: '.', search: after, replace: true, resetScroll: false })
    },
    [navigate],
  )
  return { filters, item: word(raw['item']), change }
}
