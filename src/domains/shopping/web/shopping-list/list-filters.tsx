import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { useUrlState } from '#platform/web/ui/use-url-state.ts'
import { priorities, type ShoppingStats } from '../../contract/index.ts'
import type { ListFilters } from './list-entries.ts'
import { priorityWords } from './messages.ts'

interface FiltersProps {
  filters: ListFilters
  stats: ShoppingStats
  onChange: (change: { category?: string | undefined; priority?: string | undefined }) => void
}

/** The filters, kept in the URL. */
export function Filters({ filters, stats, onChange }: FiltersProps) {
  const { category } = filters
  const known = stats.categories.toSorted((a, b) => categoryLabel(a.name).localeCompare(categoryLabel(b.name)))
  // Keeps the selected category available even when it has become empty.
  const options = category === null || known.some(({ name }) => name === category) ? known : [...known, { name: category, count: 0 }]
  return (
    <>
      <Select label={t`Category`} value={category ?? ''} onChange={(event) => onChange({ category: event.target.value || undefined })}>
        <option value="">
          <Trans>All categories</Trans>
        </option>
        {options.map(({ name, count }) => (
          <option key={name} value={name}>
            {categoryLabel(name)} ({count})
          </option>
        ))}
      </Select>
      <Select
        label={t`Priority`}
        value={filters.priority ?? ''}
        onChange={(event) => onChange({ priority: event.target.value || undefined })}
      >
        <option value="">
          <Trans>All priorities</Trans>
        </option>
        {priorities.map((priority) => (
          <option key={priority} value={priority}>
            {priorityWords[priority]}
          </option>
        ))}
      </Select>
    </>
  )
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Reads the filters and the open row from the URL, so that Back and links restore them. */
export function useFilters() {
  const { raw, filter, open, close } = useUrlState()
  const priority = priorities.find((one) => one === raw['priority']) ?? null
  const search = textOrNull(raw['search']) ?? ''
  const category = textOrNull(raw['category'])
  const filters: ListFilters = useMemo(() => ({ search, category, priority }), [search, category, priority])
  return { filters, item: textOrNull(raw['item']), filter, open, close }
}
