import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { useUrlState } from '#platform/web/ui/use-url-state.ts'
import { Priority, priorities, type ShoppingStats } from '../../contract/index.ts'
import type { ListFilters } from './list-entries.ts'
import { priorityWords } from './messages.ts'

interface ToolbarProps {
  filters: ListFilters
  stats: ShoppingStats
  onChange: (change: { category?: string | undefined; priority?: string | undefined }) => void
}

/** Search and filters, kept in the URL. */
export function ListToolbar({ filters, stats, onChange, onType }: ToolbarProps & { onType: (text: string) => void }) {
  const chosen = Number(filters.category !== null) + Number(filters.priority !== null)
  const [shown, setShown] = useState(chosen > 0)
  const isWide = useIsWide()
  const panel = useId()
  return (
    <div className="space-y-3">
      <div className="flex items-center gap-2">
        <SearchBox value={filters.search} onChange={onType} placeholder={t`Search items...`} className="flex-1" />
        {isWide ? (
          <Filters filters={filters} stats={stats} onChange={onChange} labelHidden />
        ) : (
          <Button
            variant="quiet"
            aria-expanded={shown}
            aria-controls={panel}
            icon={<SlidersHorizontal aria-hidden="true" className="size-5 shrink-0" />}
            onClick={() => setShown(!shown)}
            className="px-3!"
          >
            <span className="sr-only">
              <Trans>Filters</Trans>
            </span>
            {chosen > 0 ? (
              <span className="figures inline-flex size-5.5 items-center justify-center rounded-full bg-herb text-xs text-on-herb">
                {chosen}
                <span className="sr-only">
                  {' '}
                  <Trans>selected</Trans>
                </span>
              </span>
            ) : null}
          </Button>
        )}
      </div>
      {isWide ? null : (
        <div id={panel} hidden={!shown}>
          {shown ? (
            <div className="grid grid-cols-2 gap-3 rounded-card border border-line bg-card p-4">
              <Filters filters={filters} stats={stats} onChange={onChange} />
            </div>
          ) : null}
        </div>
      )}
    </div>
  )
}

function Filters({ filters, stats, onChange, labelHidden = false }: ToolbarProps & { labelHidden?: boolean }) {
  const { category } = filters
  const known = stats.categories.toSorted((a, b) => categoryLabel(a.name).localeCompare(categoryLabel(b.name)))
  // Keeps the selected category available even when it has become empty.
  const options = category === null || known.some(({ name }) => name === category) ? known : [...known, { name: category, count: 0 }]
  return (
    <>
      <Select
        label={t`Category`}
        labelHidden={labelHidden}
        value={category ?? ''}
        onChange={(event) => onChange({ category: event.target.value || undefined })}
        className="md:w-48"
      >
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
        labelHidden={labelHidden}
        value={filters.priority ?? ''}
        onChange={(event) => onChange({ priority: event.target.value || undefined })}
        className="md:w-40"
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
  const priority = Priority.safeParse(raw['priority'])
  const search = textOrNull(raw['search']) ?? ''
  const category = textOrNull(raw['category'])
  const selectedPriority = priority.success ? priority.data : null
  const filters: ListFilters = useMemo(() => ({ search, category, priority: selectedPriority }), [search, category, selectedPriority])
  return { filters, item: textOrNull(raw['item']), filter, open, close }
}
