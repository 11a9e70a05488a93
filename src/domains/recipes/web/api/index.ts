import { plural, t } from '@lingui/core/macro'
import type { InfiniteData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { changeUndone, undoChange } from '#domains/households/contract/index.ts'
import { inventoryStats, listLots } from '#domains/inventory/contract.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { call, callWithHeaders, download, errorMessage, upload } from '#platform/web/api/call.ts'
import { editChain, rowOf412 } from '#platform/web/api/concurrent-edits.ts'
import type { SubmitOnce } from '#platform/web/api/idempotent-submit.ts'
import {
  cache,
  endpointQuery,
  invalidateIn,
  keepPreviousData,
  pagesOf,
  queryKeyOf,
  useEndpointQuery,
  useInfiniteQuery,
} from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import * as contract from '../../contract/index.ts'
import { changeRecipe, getRecipe, type Recipe, type RecipeCard, type RecipeChange } from '../../contract/index.ts'
import type { Filters } from '../recipe-list/use-recipe-filters.ts'

const reads = [contract.listRecipes, contract.getRecipe, contract.getRecipeStock, contract.getMealPlan] as const

/** Changes that affect recipes or the stock of their ingredients. */
const isRelevant = (event: string) =>
  /^(?:recipe|plan|item|ingredient)\./.test(event) || event === changeUndone.name || event === 'list.put_away'

/** Keeps recipes and their stock up to date while the page is open. */
export function useLiveRecipes(): void {
  useEffect(
    () =>
      onEvent({}, ({ event }) => {
        if (isRelevant(event)) void invalidateIn(currentSession().household, ...reads)
      }),
    [],
  )
}

const pageSize = 60
export const pagesKey = (household: string | null) => [...queryKeyOf(contract.listRecipes, undefined, household), 'pages']
export interface RecipePage {
  recipes: contract.RecipeCard[]
  total: number
  next: string | null
}

/** Loads recipes with their stock, a page at a time. Filters and order apply to all of them; `total` includes later pages. */
export function useRecipes({ search, category, tag, stock, sort, ingredient }: Filters) {
  const { household } = currentSession()
  const filters = {
    category,
    sort,
    ...(search === '' ? {} : { search }),
    ...(tag === null ? {} : { tag }),
    ...(stock === 'any' ? {} : { maxMissing: Number(stock) }),
    ...(ingredient === null ? {} : { ingredientId: ingredient }),
  }
  const { data, ...rest } = useInfiniteQuery({
    queryKey: [...pagesKey(household), filters],
    ...pagesOf<typeof contract.listRecipes, RecipePage, string | null>(
      { endpoint: contract.listRecipes, args: { query: filters }, household },
      null,
      (recipes) => ({ recipes, total: recipes.length, next: null }),
      async (cursor, signal) => {
        const query = { ...filters, limit: pageSize, ...(cursor === null ? {} : { cursor }) }
        const { reply, headers, nextCursor } = await callWithHeaders(contract.listRecipes, { query, household, signal })
        return { recipes: reply, total: Number(headers.get('X-Total-Count') ?? reply.length), next: nextCursor }
      },
    ),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  return { ...rest, recipes: data?.pages.flatMap(({ recipes }) => recipes), total: data?.pages[0]?.total ?? 0 }
}
/** Cached on the device, so cooking works offline. */
export const useRecipe = (id: string | null) =>
  useEndpointQuery(contract.getRecipe, { params: { id: id ?? '' } }, { enabled: id !== null, persisted: true })
/** For a planned meal (`entry`), its reserved stock counts as available. */
export const useRecipeStock = (id: string | null, servings: number | undefined, entry: string | null) =>
  useEndpointQuery(
    contract.getRecipeStock,
    {
      params: { id: id ?? '' },
      query: { ...(servings === undefined ? {} : { servings }), ...(entry === null ? {} : { planEntryId: entry }) },
    },
    { enabled: id !== null, keepLast: true },
  )

const stockReads = [listLots, inventoryStats, getShoppingList] as const
export const refreshRecipes = (household: string | null) => invalidateIn(household, ...reads, ...stockReads)

/** Shows what was done with Undo for eight seconds. */
export function offerRecipeUndo(household: string | null, message: string, headers: Headers): void {
  const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
  const isRecorded = Number.isInteger(seq) && seq > 0
  if (!isRecorded) toast.done(message)
  else
    toast.undo(message, () => {
      call(undoChange, { params: { seq }, household })
        .then(() => toast.done(t`Undone`))
        .catch((error: unknown) => toast.fail(errorMessage(error, t`Couldn’t undo that`)))
        .finally(() => void refreshRecipes(household))
    })
}

/** Adds a recipe and imports its picture if it has an address. Throws `ApiError`. */
export async function createRecipe(draft: contract.NewRecipe, sendAs: SubmitOnce): Promise<contract.Recipe> {
  const { household } = currentSession()
  const { reply, headers } = await sendAs({ household, draft }, ({ id, idempotencyKey }) =>
    callWithHeaders(contract.addRecipe, { body: { id, ...draft }, household, idempotencyKey }),
  )
  void refreshRecipes(household)
  offerRecipeUndo(household, t`Added ${reply.name}`, headers)
  // The recipe is saved either way; the picture follows.
  if (reply.imageUrl !== null) {
    call(contract.fetchRecipePhoto, { params: { id: reply.id }, household }).then(
      () => void refreshRecipes(household),
      () => undefined,
    )
  }
  return reply
}

export async function duplicate({ id, name }: Pick<contract.Recipe, 'id' | 'name'>): Promise<contract.Recipe> {
  const { household } = currentSession()
  const { reply, headers } = await callWithHeaders(contract.duplicateRecipe, { params: { id }, household })
  void refreshRecipes(household)
  offerRecipeUndo(household, t`Copied ${name}`, headers)
  return reply
}

export async function removeRecipe({ id, name }: Pick<contract.Recipe, 'id' | 'name'>): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(contract.removeRecipe, { params: { id }, household })
  void refreshRecipes(household)
  offerRecipeUndo(household, t`Removed ${name}`, headers)
}

export const addedToListMessage = (count: number): string =>
  plural(count, { one: 'Added # item to the shopping list', other: 'Added # items to the shopping list' })

/** Adds the missing lines at these places to the shopping list. */
export async function addMissingToList({ id }: Pick<contract.Recipe, 'id'>, servings: number, places: readonly number[]): Promise<void> {
  const { household } = currentSession()
  const { reply, headers } = await callWithHeaders(contract.addMissing, {
    params: { id },
    body: { servings, places: [...places] },
    household,
  })
  void refreshRecipes(household)
  if (reply.added > 0) offerRecipeUndo(household, addedToListMessage(reply.added), headers)
  else toast.done(t`Everything missing is already on your list`)
}

export async function cook({ id, name }: Pick<contract.Recipe, 'id' | 'name'>, order: contract.CookOrder): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(contract.cookRecipe, { params: { id }, body: order, household })
  void refreshRecipes(household)
  offerRecipeUndo(household, t`Cooked ${name}`, headers)
}

/** Stores which of the household's ingredients a line's food refers to. */
export async function matchIngredient(ingredient: string, ingredientId: string | null): Promise<void> {
  const { household } = currentSession()
  await call(contract.matchLineIngredient, { body: { food: ingredient, ingredientId }, household })
  await invalidateIn(household, ...reads)
}

export const importRecipe = (body: { url: string } | { text: string }) => call(contract.importRecipe, { body })

export async function importCollection(file: File): Promise<contract.ImportedCollection> {
  const { household } = currentSession()
  const form = new FormData()
  form.append('file', file)
  const reply = await upload(contract.importCollection, form)
  void refreshRecipes(household)
  return reply
}

export async function setPhoto(id: string, picture: File): Promise<void> {
  const { household } = currentSession()
  const form = new FormData()
  form.append('image', picture)
  await upload(contract.setRecipePhoto, form, { params: { id } })
  void refreshRecipes(household)
}

export async function removePhoto(id: string): Promise<void> {
  const { household } = currentSession()
  await call(contract.removeRecipePhoto, { params: { id }, household })
  void refreshRecipes(household)
}

/** Returns a recipe's photo as an address for `<img>`; null if there is none. Photos are fetched with the token, which `<img>` can't send. */
export function usePhoto(id: string, image: string | null): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    setShown(null)
    if (image === null) return
    const stop = new AbortController()
    let address: string | null = null
    download(contract.getRecipePhoto, { params: { id }, signal: stop.signal }).then(
      (picture) => {
        if (stop.signal.aborted) return
        address = URL.createObjectURL(picture)
        setShown(address)
      },
      () => undefined,
    )
    return () => {
      stop.abort()
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [id, image])
  return shown
}

/** Updates a recipe in every cached query unless a newer version is there. */
function updateCached(household: string | null, recipe: Recipe): void {
  const key = endpointQuery(getRecipe, { params: { id: recipe.id } }, household).queryKey
  cache.setQueryData(key, (held) => held && (held.version > recipe.version ? held : recipe))
  const { lines: _, ...face } = recipe
  const newer = (card: RecipeCard) => (card.id !== face.id || card.version > face.version ? card : { ...card, ...face })
  cache.setQueriesData<InfiniteData<RecipePage>>(
    { queryKey: pagesKey(household) },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, recipes: page.recipes.map(newer) })) },
  )
}

const chain = editChain<Recipe>()

/** Changes a recipe, optimistically with `shown`. Throws `ApiError` after restoring the old one. */
export async function editRecipe(recipe: Recipe, part: RecipeChange, shown: Partial<Recipe> = {}): Promise<Recipe> {
  const { household } = currentSession()
  updateCached(household, { ...recipe, ...shown })
  const edit = chain(`${household} ${recipe.id}`, recipe)
  try {
    const { reply, headers } = await edit.send((ifMatch) =>
      callWithHeaders(changeRecipe, { params: { id: recipe.id }, body: part, ifMatch, household }),
    )
    if (edit.isLast()) updateCached(household, reply)
    offerRecipeUndo(household, t`Saved ${reply.name}`, headers)
    return reply
  } catch (error) {
    if (edit.isLast()) updateCached(household, rowOf412(error, changeRecipe) ?? edit.row())
    throw error
  } finally {
    if (edit.isLast()) void refreshRecipes(household)
  }
}
