import { t } from '@lingui/core/macro'
import { BookOpen, Download, EllipsisVertical, FileDown, ListChecks, Plus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { formatDay } from '#platform/shared/format-date.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { ErrorState, Skeleton } from '#platform/web/ui/load-states.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { ShowMoreFailed } from '#platform/web/ui/show-more.tsx'
import { useDebouncedInput } from '#platform/web/ui/use-url-state.ts'
import { useKnownCookbook } from '../api/cookbooks.ts'
import { saveAllRecipes } from '../api/export-recipes.ts'
import { useLiveRecipes, useRecipes } from '../api/index.ts'
import { CookbooksDialog } from '../cookbooks/cookbooks-dialog.tsx'
import { pageInHash } from '../recipe-form/bookmarklet.ts'
import { ImportDialog } from '../recipe-form/import-dialog.tsx'
import { RecipeDialog } from '../recipe-form/recipe-dialog.tsx'
import { NoRecipes } from '../recipe-list/no-recipes.tsx'
import { RecipeCard } from '../recipe-list/recipe-card.tsx'
import { RecipeFilters } from '../recipe-list/recipe-filters.tsx'
import { SelectRecipes } from '../recipe-list/select-recipes.tsx'
import { noFilters, useFilters } from '../recipe-list/use-recipe-filters.ts'
import { RecipeSheet } from '../recipe-sheet/recipe-sheet.tsx'

const onPhone = 'max-sm:w-11 max-sm:px-0!'

const closed = { sheet: undefined, 'shared-url': undefined, 'shared-text': undefined }

/** Returns the page that a bookmark sent here, and takes it out of the address. */
function useBookmarkedPage(): [shared: { text: string } | null, forget: () => void] {
  const [page, setPage] = useState(() => pageInHash(location.hash))
  useEffect(() => {
    if (page !== null) history.replaceState(history.state, '', location.pathname + location.search)
  }, [page])
  return [page === null ? null : { text: page }, () => setPage(null)]
}

export function RecipesPage() {
  const [bookmarked, forgetBookmarked] = useBookmarkedPage()
  useLiveRecipes()
  const mayChange = useHasRole('MEMBER')
  const today = useToday()
  const { filters: chosen, opened, filter, open: openSheet, close: closeSheet } = useFilters()
  // A link to a cookbook that was deleted shows all recipes.
  const filters = { ...chosen, cookbook: useKnownCookbook(chosen.cookbook ?? null) }
  const [typed, setTyped] = useDebouncedInput(filters.search, (search) => filter({ search }))
  const list = useRecipes(filters)
  const { recipes, total, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const [isSelecting, setSelecting] = useState(false)
  const open = useCallback((recipe: string) => openSheet({ recipe }), [openSheet])
  const close = () => {
    forgetBookmarked()
    closeSheet(closed)
  }
  // Replaces the form in the browser's history, so Back skips it.
  const show = (recipe: string) => {
    if (recipe === opened.recipe) return close()
    forgetBookmarked()
    filter({ ...closed, recipe, entry: undefined, servings: undefined })
  }
  const edits = (
    <>
      <Button
        variant="quiet"
        icon={<Download aria-hidden="true" className="size-5" />}
        onClick={() => openSheet({ sheet: 'import' })}
        className={onPhone}
      >
        <span className="max-sm:sr-only">{t`Import`}</span>
      </Button>
      <Button
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={() => openSheet({ sheet: 'new', recipe: undefined })}
        className={onPhone}
      >
        <span className="max-sm:sr-only">{t`Add Recipe`}</span>
      </Button>
    </>
  )
  const actions = (
    <>
      {mayChange ? edits : null}
      <Menu trigger={<IconButton label={t`More`} icon={<EllipsisVertical aria-hidden="true" />} />} align="end">
        <MenuItem icon={<BookOpen aria-hidden="true" />} onSelect={() => openSheet({ sheet: 'cookbooks' })}>
          {t`Cookbooks`}
        </MenuItem>
        {mayChange ? (
          <MenuItem icon={<ListChecks aria-hidden="true" />} onSelect={() => setSelecting(true)}>
            {t`Select recipes`}
          </MenuItem>
        ) : null}
        <MenuItem icon={<FileDown aria-hidden="true" />} onSelect={() => void saveAllRecipes()}>
          {t`Download all recipes`}
        </MenuItem>
      </Menu>
    </>
  )
  return (
    <>
      <PageHeader title={t`Recipes`} hint={t`Cook what you have, starting with what expires first`} actions={actions} />
      <div className="space-y-3 sm:space-y-5">
        <RecipeFilters filters={filters} typed={typed} onType={setTyped} onChange={filter} />
        {isPending ? (
          <div role="status" className="grid grid-cols-1 gap-2 sm:gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <span className="sr-only">{t`Loading...`}</span>
            {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <Skeleton key={key} className="h-20 rounded-card sm:h-72" />
            ))}
          </div>
        ) : !recipes ? (
          <ErrorState error={error} title={t`Failed to load recipes`} onRetry={() => void refetch()} busy={isFetching} />
        ) : recipes.length === 0 && !isSelecting ? (
          <NoRecipes
            cookbookId={filters.cookbook}
            mayChange={mayChange}
            onClear={() => {
              setTyped('')
              filter(noFilters)
            }}
          />
        ) : (
          <>
            {isSelecting ? (
              <SelectRecipes recipes={recipes} isComplete={!hasNextPage} onDone={() => setSelecting(false)} />
            ) : (
              <ul
                aria-label={t`Recipes`}
                className="grid grid-cols-1 max-sm:overflow-clip max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-card sm:grid-cols-2 sm:gap-4 lg:grid-cols-3"
              >
                {recipes.map((recipe) => (
                  <RecipeCard
                    key={recipe.id}
                    recipe={recipe}
                    lastMade={filters.sort === 'cooked' && recipe.lastCookedOn ? formatDay(recipe.lastCookedOn, today) : null}
                    onOpen={open}
                  />
                ))}
              </ul>
            )}
            {list.isFetchNextPageError ? (
              <ShowMoreFailed list={list} />
            ) : hasNextPage ? (
              <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
                <p className="figures text-ink-soft">{t`${recipes.length} of ${total}`}</p>
                <Button variant="quiet" busy={isFetchingNextPage} busyLabel={t`Loading...`} onClick={() => void fetchNextPage()}>
                  {t`Show more`}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </div>
      <RecipeSheet
        id={opened.sheet === null || opened.sheet === 'cook' ? opened.recipe : null}
        entry={opened.entry}
        servings={opened.servings}
        isCooking={opened.sheet === 'cook'}
        mayChange={mayChange}
        onChange={filter}
        onOpen={openSheet}
        onClose={closeSheet}
      />
      {opened.sheet === 'cookbooks' ? (
        <CookbooksDialog
          mayChange={mayChange}
          onShow={(cookbook) => filter({ ...closed, ...noFilters, cookbook })}
          onClose={() => closeSheet(closed)}
        />
      ) : null}
      <RecipeDialog
        id={opened.recipe}
        mode={opened.sheet === 'edit' || opened.sheet === 'new' ? opened.sheet : null}
        onClose={close}
        onDone={show}
      />
      <ImportDialog open={opened.sheet === 'import'} shared={opened.shared ?? bookmarked} onClose={close} onDone={show} />
    </>
  )
}
