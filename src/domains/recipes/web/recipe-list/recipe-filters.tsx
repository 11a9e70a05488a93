import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Heart, X } from 'lucide-react'
import { isFoodCategory, listIngredients } from '#domains/ingredients/contract/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { useCookbooks } from '../api/cookbooks.ts'
import { categoryFilters, cuisineNames, type Filters, sortNames, stockNames, timeNames } from './use-recipe-filters.ts'

interface Props {
  filters: Filters
  typed: string
  onType: (text: string) => void
  onChange: (part: Record<string, string | undefined>) => void
}

/** On a phone, all filters are in one line that scrolls sideways. */
export function RecipeFilters({ filters, typed, onType, onChange }: Props) {
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1 sm:gap-3">
      <div className="min-w-0 flex-1 basis-72 sm:basis-44">
        <SearchBox value={typed} onChange={onType} placeholder={t`Search recipes...`} />
      </div>
      {/* Relative: hidden labels out of view would widen the page. */}
      <div className="max-sm:relative max-sm:-mx-1 max-sm:flex max-sm:w-full max-sm:items-center max-sm:gap-2 max-sm:overflow-x-auto max-sm:px-1 max-sm:py-1 sm:contents">
        <div className="flex gap-2 max-sm:shrink-0 sm:flex-wrap [&_select]:max-w-56 [&_select]:[field-sizing:content]">
          <CookbookSelect value={filters.cookbook ?? null} onChange={onChange} />
          <Choice label={t`In stock`} name="stock" value={filters.stock} initial="any" names={stockNames} onChange={onChange} />
          <Choice label={t`Time`} name="time" value={filters.time ?? 'any'} initial="any" names={timeNames} onChange={onChange} />
          <IngredientSelect value={filters.ingredient} onChange={onChange} />
          <Choice label={t`Sort by`} name="sort" value={filters.sort} initial="uses" names={sortNames} onChange={onChange} />
        </div>
        <Chips filters={filters} onChange={onChange} />
      </div>
    </div>
  )
}

function Choice({
  label,
  name,
  value,
  initial,
  names,
  onChange,
}: {
  label: string
  name: string
  value: string
  initial: string
  names: Readonly<Record<string, string>>
} & Pick<Props, 'onChange'>) {
  return (
    <Select
      label={label}
      labelHidden
      value={value}
      onChange={({ target }) => onChange({ [name]: target.value === initial ? undefined : target.value })}
    >
      {Object.entries(names).map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </Select>
  )
}

/** The household's food by name. */
function IngredientSelect({ value, onChange }: { value: string | null } & Pick<Props, 'onChange'>) {
  const { data: ingredients = [] } = useEndpointQuery(listIngredients, {}, { staleTime: 60_000 })
  return (
    <Select
      label={t`Ingredient`}
      labelHidden
      value={value ?? ''}
      onChange={({ target }) => onChange({ ingredient: target.value === '' ? undefined : target.value })}
    >
      <option value="">{t`Any ingredient`}</option>
      {ingredients
        .filter(({ id, category }) => id === value || isFoodCategory(category))
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </Select>
  )
}

/** The household's cookbooks, if it has any. */
function CookbookSelect({ value, onChange }: { value: string | null } & Pick<Props, 'onChange'>) {
  const cookbooks = useCookbooks()
  if (cookbooks.length === 0) return null
  return (
    <Select
      label={t`Cookbook`}
      labelHidden
      value={value ?? ''}
      onChange={({ target }) => onChange({ cookbook: target.value === '' ? undefined : target.value })}
    >
      <option value="">{t`Any cookbook`}</option>
      {cookbooks.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function Chips({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  return (
    <div className="flex gap-3 max-sm:shrink-0 sm:w-full sm:flex-wrap sm:items-center">
      <fieldset
        aria-label={t`Cuisine`}
        className="flex gap-2 max-sm:shrink-0 sm:-mx-1 sm:max-w-full sm:min-w-0 sm:overflow-x-auto sm:px-1 sm:py-1"
      >
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
              filters.category === chip ? 'border-herb bg-herb-soft text-herb-ink' : 'border-edge/60 bg-card text-ink-soft hover:bg-hover',
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
  )
}
