import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Heart, X } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { categoryFilters, cuisineNames, type Filters, sortNames, stockNames } from './use-recipe-filters.ts'

interface Props {
  filters: Filters
  typed: string
  onType: (text: string) => void
  onChange: (part: Record<string, string | undefined>) => void
}

export function RecipeFilters({ filters, typed, onType, onChange }: Props) {
  return (
    <div className="space-y-2 sm:space-y-3">
      <div className="flex flex-wrap gap-2 sm:gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <SearchBox value={typed} onChange={onType} placeholder={t`Search recipes...`} />
        </div>
        {/* As wide as the selection, so that both fit side by side on a phone. */}
        <div className="flex w-full flex-wrap gap-2 *:flex-auto sm:w-auto sm:flex-nowrap [&_select]:[field-sizing:content]">
          <Select
            label={t`In stock`}
            labelHidden
            value={filters.stock}
            onChange={({ target }) => onChange({ stock: target.value === 'any' ? undefined : target.value })}
          >
            {Object.entries(stockNames).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
          <Select
            label={t`Sort by`}
            labelHidden
            value={filters.sort}
            onChange={({ target }) => onChange({ sort: target.value === 'uses' ? undefined : target.value })}
          >
            {Object.entries(sortNames).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <fieldset aria-label={t`Cuisine`} className="-mx-1 flex max-w-full min-w-0 gap-2 overflow-x-auto px-1 py-1">
          <button
            type="button"
            aria-pressed={filters.isFavorite === true}
            aria-label={t`Favorites`}
            onClick={() => onChange({ favorite: filters.isFavorite ? undefined : 'true' })}
            className={clsx(
              'flex size-11 shrink-0 items-center justify-center rounded-full border',
              filters.isFavorite ? 'border-herb bg-herb-soft text-herb-ink' : 'border-edge/60 bg-card text-ink-soft hover:bg-hover',
            )}
          >
            <Heart aria-hidden="true" className={clsx('size-5', filters.isFavorite && 'fill-current')} />
          </button>
          {categoryFilters.map((chip) => (
            <button
              key={chip}
              type="button"
              aria-pressed={filters.category === chip}
              onClick={() => onChange({ category: chip === 'all' ? undefined : chip })}
              className={clsx(
                'min-h-11 shrink-0 rounded-full border px-4 text-base font-semibold capitalize',
                filters.category === chip
                  ? 'border-herb bg-herb-soft text-herb-ink'
                  : 'border-edge/60 bg-card text-ink-soft hover:bg-hover',
              )}
            >
              {cuisineNames[chip]}
            </button>
          ))}
        </fieldset>
        {filters.tag === null ? null : (
          <Button variant="quiet" icon={<X aria-hidden="true" className="size-5" />} onClick={() => onChange({ tag: undefined })}>
            <span className="sr-only">{t`Remove tag`}</span> {filters.tag}
          </Button>
        )}
      </div>
    </div>
  )
}
