import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Barcode, Carrot, CircleCheck, Plus, SearchX, Star } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { headerButton, PageHeader } from '#platform/web/ui/page-header.tsx'
import { useSearch } from '#platform/web/ui/router.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import type { Ingredient } from '../../contract/index.ts'
import { categoryLabel } from '../../rules/category-labels.ts'
import { useIngredients } from '../api/index.ts'
import { IngredientGlyph } from '../ingredient-picture/ingredient-glyph.tsx'
import { IngredientSheet } from '../ingredient-sheet/ingredient-sheet.tsx'
import { LocationLabel } from '../ingredient-sheet/location-label.tsx'
import { ParField } from '../ingredient-sheet/par-field.tsx'

// Loads after the list.
const BulkEdit = lazy(async () => ({ default: (await import('../bulk-edit/bulk-edit.tsx')).BulkEdit }))
const LikelyDuplicateNotice = lazy(() => import('../duplicates/likely-duplicate-notice.tsx'))

export function IngredientsPage() {
  const mayChange = useHasRole('MEMBER')
  const { data, error, isPending, isFetching, refetch } = useIngredients()
  const [search, setSearch] = useSearchText()
  const [open, setOpen] = useState<string | null>(null)
  const [onlyFavorites, setOnlyFavorites] = useState(false)
  // The ingredient that a selection starts with; null if nothing is being selected.
  const [selection, setSelection] = useState<{ first: string | null } | null>(null)
  const hasFavorites = data?.some(({ isFavorite }) => isFavorite) ?? false
  const parents = useMemo(() => parentNames(data ?? []), [data])
  const ingredients = useMemo(
    () => filterIngredients(data ?? [], search, parents).filter(({ isFavorite }) => !(onlyFavorites && hasFavorites) || isFavorite),
    [data, search, parents, onlyFavorites, hasFavorites],
  )
  const ingredient = open === 'new' ? 'new' : (data?.find(({ id }) => id === open) ?? null)
  const addOne = (
    <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setOpen('new')} className={headerButton}>
      <Trans>Add Ingredient</Trans>
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t`Ingredients`}
        hint={t`Your ingredients, and how much of each to keep`}
        actions={mayChange ? addOne : undefined}
      />
      <div className="space-y-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <SearchBox
            value={search}
            onChange={setSearch}
            placeholder={t`Search ingredients...`}
            className="min-w-[min(100%,12rem)] flex-1"
          />
          {mayChange && data && data.length > 0 ? (
            <IconButton
              variant="quiet"
              label={t`Select ingredients`}
              icon={<CircleCheck aria-hidden="true" />}
              onClick={() => setSelection({ first: null })}
            />
          ) : null}
          {hasFavorites ? (
            <Checkbox label={t`Favorites only`} checked={onlyFavorites} onChange={({ target }) => setOnlyFavorites(target.checked)} />
          ) : null}
        </div>
        {mayChange && data && search === '' && !selection ? (
          <Suspense>
            <LikelyDuplicateNotice ingredients={data} />
          </Suspense>
        ) : null}
        {selection && data ? (
          <Suspense fallback={null}>
            <BulkEdit ingredients={ingredients} first={selection.first} onDone={() => setSelection(null)} />
          </Suspense>
        ) : (
          <Card flush>
            {isPending ? (
              <SkeletonRows rows={8} />
            ) : !data ? (
              <ErrorState error={error} title={t`Failed to load ingredients`} onRetry={() => void refetch()} busy={isFetching} />
            ) : data.length === 0 ? (
              <EmptyState icon={Carrot} title={t`No ingredients yet`} action={mayChange ? addOne : undefined}>
                <Trans>Every ingredient you add to your inventory appears here.</Trans>
              </EmptyState>
            ) : ingredients.length === 0 ? (
              <EmptyState
                icon={SearchX}
                title={search.trim() === '' ? t`No favorites` : t`No ingredients match “${search.trim()}”`}
                action={
                  <Button variant="quiet" onClick={() => setSearch('')}>
                    <Trans>Clear search</Trans>
                  </Button>
                }
              />
            ) : (
              <IngredientList
                ingredients={ingredients}
                parents={parents}
                mayChange={mayChange}
                onOpen={setOpen}
                onSelect={(id) => setSelection({ first: id })}
              />
            )}
          </Card>
        )}
      </div>
      <IngredientSheet ingredient={ingredient} mayChange={mayChange} onClose={() => setOpen(null)} />
    </>
  )
}

function IngredientList({
  ingredients,
  parents,
  mayChange,
  onOpen,
  onSelect,
}: {
  ingredients: readonly Ingredient[]
  /** The names of ingredients that others are kinds of. */
  parents: ReadonlyMap<string, string>
  mayChange: boolean
  onOpen: (id: string) => void
  /** Starts selecting, with this one. */
  onSelect: (id: string) => void
}) {
  return (
    <>
      <div
        aria-hidden="true"
        className="hidden h-11 items-center gap-4 border-b border-line px-5 text-sm font-semibold text-ink-soft md:flex"
      >
        <span className="flex-1 ps-14">
          <Trans>Ingredient</Trans>
        </span>
        <span className="w-40">
          <Trans>Usual place</Trans>
        </span>
        <span className="w-30 pe-3 text-end">
          <Trans>Keep at least</Trans>
        </span>
      </div>
      <ul className="divide-y divide-line">
        {ingredients.map((ingredient) => (
          // `content-visibility` skips the layout of rows out of sight.
          <li
            key={ingredient.id}
            className="flex flex-wrap items-center justify-end gap-2 px-4 py-2.5 sm:gap-4 [contain-intrinsic-size:auto_4.25rem] [content-visibility:auto] hover:bg-hover/60 sm:px-5"
          >
            <button
              type="button"
              onClick={() => onOpen(ingredient.id)}
              // A long press.
              onContextMenu={(event) => {
                if (!mayChange) return
                event.preventDefault()
                onSelect(ingredient.id)
              }}
              className="flex min-h-11 min-w-[min(100%,9rem)] flex-1 items-center gap-3 text-start"
            >
              <IngredientGlyph id={ingredient.id} name={ingredient.name} category={ingredient.category} className="max-[23rem]:hidden" />
              <span className="min-w-0">
                <span className="display line-clamp-2 text-lg leading-snug wrap-anywhere">{ingredient.name}</span>
                <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm text-ink-soft">
                  {ingredient.isFavorite ? (
                    <span className="inline-flex text-herb-ink">
                      <Star aria-hidden="true" className="size-4 fill-current" />
                      <span className="sr-only">
                        <Trans>Favorite</Trans>
                      </span>
                    </span>
                  ) : null}
                  <span className="line-clamp-2 sm:line-clamp-1">{categoryLabel(ingredient.category)}</span>
                  {ingredient.barcodes.length > 0 ? (
                    <span className="figures inline-flex items-center gap-1">
                      <Barcode aria-hidden="true" className="size-4" />
                      {ingredient.barcodes.length}{' '}
                      <span className="sr-only">{plural(ingredient.barcodes.length, { one: 'barcode', other: 'barcodes' })}</span>
                    </span>
                  ) : null}
                  {parents.has(ingredient.parentId ?? '') ? (
                    <span className="min-w-0 wrap-anywhere">
                      <Trans>kind of {parents.get(ingredient.parentId ?? '')}</Trans>
                    </span>
                  ) : null}
                  {ingredient.aliases.length > 0 ? (
                    <span className="min-w-0 truncate max-sm:hidden">
                      <Trans>also {ingredient.aliases.join(', ')}</Trans>
                    </span>
                  ) : null}
                </span>
              </span>
            </button>
            <LocationLabel location={ingredient.defaultLocation} storage={ingredient.defaultStorage} className="w-40 max-md:hidden!" />
            {mayChange ? (
              <ParField ingredient={ingredient} />
            ) : (
              <span className="figures w-30 shrink-0 pe-3 text-end">{ingredient.parLevel ?? '–'}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Returns the names of the ingredients that others are kinds of. */
function parentNames(ingredients: readonly Ingredient[]): ReadonlyMap<string, string> {
  const ids = new Set(ingredients.map(({ parentId }) => parentId))
  return new Map(ingredients.flatMap(({ id, name }) => (ids.has(id) ? [[id, name] as const] : [])))
}

/** Kinds are found by the name of what they are kinds of, too. */
function filterIngredients(
  ingredients: readonly Ingredient[],
  search: string,
  parents: ReadonlyMap<string, string>,
): readonly Ingredient[] {
  const key = nameKey(search)
  return key === ''
    ? ingredients
    : ingredients.filter((ingredient) =>
        [ingredient.name, categoryLabel(ingredient.category), parents.get(ingredient.parentId ?? '') ?? '', ...ingredient.aliases].some(
          (text) => nameKey(text).includes(key),
        ),
      )
}

/** Keeps the search in the URL too, for reloads and links. The input doesn't wait for the navigation. */
function useSearchText(): [string, (text: string) => void] {
  const raw = useSearch()
  const [text, setText] = useState(() =>
    typeof raw['search'] === 'string' || typeof raw['search'] === 'number' ? String(raw['search']) : '',
  )
  const changeText = (search: string) => {
    setText(search)
    navigate({ to: '.', search: search === '' ? {} : { search }, replace: true, keepScroll: true })
  }
  return [text, changeText]
}
