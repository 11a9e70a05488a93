import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, CircleCheck, MapPinned, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { sortByPlace } from '#domains/places/rules/list-places.ts'
import { usePlaces } from '#domains/places/web/index.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { lotSortKeys } from '../../contract.ts'
import type { LotFilters } from '../../rules/list-lots.ts'
import { inventoryStatsQuery } from '../api/stock-cache.ts'
import { type LotStatus, StockFigures, StorageTabs } from './stock-filters.tsx'

const sortWords: Record<(typeof lotSortKeys)[number], string> = {
  expirationDate: t`Expiration Date`,
  name: t`Name`,
  quantity: t`Quantity`,
  createdAt: t`Date Added`,
}

interface ToolbarProps {
  filters: LotFilters
  onFilter: (change: Partial<Record<keyof LotFilters | 'status', string | undefined>>) => void
  status: LotStatus | undefined
  /** Starts selecting items; undefined for viewers. */
  onSelect: (() => void) | undefined
  /** The search, which also adds. */
  children: ReactNode
  /** Whether something is typed: the search then has a phone's line for itself. */
  isTyping: boolean
  /** Shown instead of the figures. */
  suggestions: ReactNode
}

/** Search, filters and order, all stored in the URL. */
export function ListToolbar({ filters, onFilter, status, onSelect, children, isTyping, suggestions }: ToolbarProps) {
  const chosen = [filters.category, filters.location].filter((value) => value !== undefined).length
  const [shown, setShown] = useState(chosen > 0)
  const isWide = useIsWide()
  const panel = useId()
  return (
    <div>
      <div className="flex items-center gap-2">
        {children}
        <Button
          variant="quiet"
          aria-expanded={shown}
          aria-controls={panel}
          icon={<SlidersHorizontal aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => setShown(!shown)}
          className={clsx('max-sm:px-3!', isTyping && 'max-sm:hidden')}
        >
          <span className="max-sm:sr-only">
            <Trans>Filters</Trans>
          </span>
          {chosen > 0 ? (
            <span className="figures inline-flex size-5.5 items-center justify-center rounded-full bg-herb text-xs text-on-herb">
              {chosen} <span className="sr-only">{t`selected`}</span>
            </span>
          ) : null}
        </Button>
        {onSelect ? (
          <IconButton
            variant="quiet"
            label={t`Select items`}
            icon={<CircleCheck aria-hidden="true" />}
            onClick={onSelect}
            className={isTyping ? 'max-sm:hidden' : ''}
          />
        ) : null}
        {isWide ? <Order filters={filters} onFilter={onFilter} /> : null}
      </div>
      <div id={panel} hidden={!shown} className="pt-3">
        {shown ? (
          <div className="grid items-end gap-3 rounded-card border border-line bg-card p-4 md:grid-cols-[1fr_1fr_auto_auto]">
            <FilterPanel filters={filters} onFilter={onFilter} />
            {isWide ? null : <Order filters={filters} onFilter={onFilter} />}
            <Button variant="plain" disabled={chosen === 0} onClick={() => onFilter({ category: undefined, location: undefined })}>
              <Trans>Clear filters</Trans>
            </Button>
          </div>
        ) : null}
      </div>
      <div className="flex flex-wrap justify-between gap-x-6 pt-1">
        {suggestions ?? <StockFigures value={status} onChange={(next) => onFilter({ status: next })} />}
        <StorageTabs value={filters.storage} onChange={(storage) => onFilter({ storage })} />
      </div>
    </div>
  )
}

/** Chooses the sort order. In the toolbar, or among the filters on a phone. */
function Order({ filters, onFilter }: Pick<ToolbarProps, 'filters' | 'onFilter'>) {
  const isWide = useIsWide()
  const isDescending = filters.order === 'desc'
  return (
    <div className="flex items-end gap-2">
      <Select
        label={t`Sort by`}
        labelHidden={isWide}
        value={filters.sort ?? 'expirationDate'}
        onChange={(event) => onFilter({ sort: event.target.value })}
        className="flex-1 md:w-48 md:flex-none"
      >
        {lotSortKeys.map((sort) => (
          <option key={sort} value={sort}>
            {sortWords[sort]}
          </option>
        ))}
      </Select>
      <IconButton
        variant="quiet"
        label={isDescending ? t`Descending` : t`Ascending`}
        icon={isDescending ? <ArrowDownWideNarrow aria-hidden="true" /> : <ArrowUpNarrowWide aria-hidden="true" />}
        onClick={() => onFilter({ order: isDescending ? undefined : 'desc' })}
      />
    </div>
  )
}

function FilterPanel({ filters, onFilter }: Pick<ToolbarProps, 'filters' | 'onFilter'>) {
  const { data } = useQuery(inventoryStatsQuery())
  const categories = (data?.byCategory ?? []).map(({ category, count }) => ({ value: category, count }))
  const places = usePlaces()
  const locations = sortByPlace(places, data?.byLocation ?? [])
    .map(({ location, count }) => ({ value: location, count }))
    .filter(({ value }) => value !== '')
  return (
    <>
      <CountedSelect
        label={t`Category`}
        all={t`All categories`}
        value={filters.category}
        options={categories}
        wordsOf={categoryLabel}
        onChange={(category) => onFilter({ category })}
      />
      <CountedSelect
        label={t`Location`}
        all={t`All locations`}
        value={filters.location}
        options={locations}
        wordsOf={translateLocation}
        onChange={(location) => onFilter({ location })}
      />
      <Link to="/places" className={buttonClass('plain', '-ms-2 justify-self-start')}>
        <MapPinned aria-hidden="true" className="size-5" />
        <Trans>Places</Trans>
      </Link>
    </>
  )
}

function CountedSelect({
  label,
  all,
  value,
  options,
  wordsOf,
  onChange,
}: {
  label: string
  all: string
  value: string | undefined
  options: { value: string; count: number }[]
  wordsOf: (value: string) => string
  onChange: (value: string | undefined) => void
}) {
  // Keeps the selected value even if its last item is gone.
  const shown = value === undefined || options.some((option) => option.value === value) ? options : [...options, { value, count: 0 }]
  return (
    <Select label={label} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
      <option value="">{all}</option>
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {wordsOf(option.value)} ({option.count})
        </option>
      ))}
    </Select>
  )
}
