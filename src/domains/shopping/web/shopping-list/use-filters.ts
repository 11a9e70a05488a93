import { useMemo } from 'react'
import { useUrlState } from '#platform/web/ui/url-state.ts'
import { Priority } from '../../contract/index.ts'
import type { ListFilters } from './entries.ts'

const word = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The filters and the open sheet stand in the address: Back and a link find them again. */
export function useFilters() {
  const { raw, filter, open, close } = useUrlState()
  const priority = Priority.safeParse(raw['priority'])
  const search = word(raw['search']) ?? ''
  const category = word(raw['category'])
  const wanted = priority.success ? priority.data : null
  const filters: ListFilters = useMemo(() => ({ search, category, priority: wanted }), [search, category, wanted])
  return { filters, item: word(raw['item']), filter, open, close }
}
