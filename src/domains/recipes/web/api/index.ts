import { t } from '@lingui/core/macro'
import type { InfiniteData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeUndone, undoChange } from '#domains/households/contract/index.ts'
import { inventoryStats, listLots } from '#domains/inventory/contract.ts'
import { reservationsOf } from '#domains/inventory/rules/allocate-local-takes.ts'
import { loadStockActions } from '#domains/inventory/web/index.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { call, callWithHeaders, upload, urlOf } from '#platform/web/api/call.ts'
import { currentRowFrom412, editChain } from '#platform/web/api/concurrent-edits.ts'
import type { SubmitOnce } from '#platform/web/api/idempotent-submit.ts'
import { deriveLocally, peekLocally } from '#platform/web/api/local-source.ts'
import {
  cache,
  endpointInfiniteQuery,
  endpointQuery,
  invalidateIn,
  keepPreviousData,
  queryKeyOf,
  useEndpointQuery,
  useInfiniteQuery,
} from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import type { OperationRequest } from '#platform/web/sync/operation.ts'
import { buildIfMatch } from '#platform/web/sync/versioned-reply-handler.ts'
import { sentWrite, type WriteResult, writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import * as contract from '../../contract/index.ts'
import { changeRecipe, getRecipe, type Recipe, type RecipeChange, type RecipeListItem } from '../../contract/index.ts'
import { leftoverLot } from '../../rules/leftover-lot.ts'
import { reservedByOthers } from '../../rules/local-recipes.ts'
import type { Filters } from '../recipe-list/use-recipe-filters.ts'
import { editedRecipeIds, type RecipeFields, type RecipeIntent } from './recipe-intent.ts'

const reads = [
  contract.listRecipes,
  contract.listCookbooks,
  contract.listCookbookLinks,
  contract.listCookings,
  contract.listRecipeLinks,
  contract.getRecipe,
  contract.getRecipeStock,
  contract.getMealPlan,
] as const

/** Changes that affect recipes or the stock of their ingredients. */
const isRelevant = (event: string) =>
  /^(?:recipe|plan|item|stock|ingredient)\./.test(event) || event === changeUndone.name || event === 'list.put_away'

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
  recipes: contract.RecipeListItem[]
  total: number
  next: string | null
}

/** Loads recipes with their stock, a page at a time. Filters and order apply to all of them; `total` includes later pages. */
export function useRecipes({ search, category, tag, stock, sort, ingredient, cookbook = null, time = 'any', isFavorite }: Filters) {
  const { household } = currentSession()
  const filters = {
    category,
    sort,
    ...(search === '' ? {} : { search }),
    ...(tag === null ? {} : { tag }),
    ...(isFavorite ? { isFavorite: 'true' as const } : {}),
    ...(stock === 'any' ? {} : { maxMissing: Number(stock) }),
    ...(time === 'any' ? {} : { maxMinutes: Number(time) }),
    ...(ingredient === null ? {} : { ingredientId: ingredient }),
    ...(cookbook === null ? {} : { cookbookId: cookbook }),
  }
  const { data, ...rest } = useInfiniteQuery({
    queryKey: [...pagesKey(household), filters],
    ...endpointInfiniteQuery<typeof contract.listRecipes, RecipePage, string | null>(
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
  offerUndo({ household: household ?? '', kind, words: message }, sentWrite(headers), message, undoneBy(household, { do: 'other' }))
}

const kind = 'recipes'
const undoneBy = (household: string | null, opposite: RecipeIntent) => ({
  by: undoChange,
  opposite,
  onChange: () => void refreshRecipes(household),
})

interface Write {
  words: string
  /** Said once it is done or queued; a function gets the server's reply, undefined while it is queued. */
  message: string | ((reply: unknown) => string)
  intent: RecipeIntent
  /** What undoing it does on screen. */
  opposite: RecipeIntent
  request: OperationRequest
  /** Sends it before the outbox is open. */
  send: (household: string | null) => Promise<{ reply: unknown; headers: Headers }>
}

/**
 * Changes recipes or the plan, and offers Undo; while offline, queues the change on this device. Refreshes the screens once the server has
 * it. Throws `ApiError`.
 */
export async function writeRecipes(write: Write): Promise<WriteResult> {
  const { household } = currentSession()
  const written = await writeWithUndo(write, household)
  if (written.state === 'queued') void written.ended.then(() => refreshRecipes(household))
  else void refreshRecipes(household)
  return written
}

async function writeWithUndo({ words, message, intent, opposite, request, send }: Write, household: string | null): Promise<WriteResult> {
  const write = { household: household ?? '', kind, words, intent, request }
  const written = await writeOrSend(write, () => send(household))
  const said = typeof message === 'string' ? message : message(written.state === 'sent' ? written.reply : undefined)
  offerUndo(write, written, said, undoneBy(household, opposite))
  return written
}

const recipeIn = (written: WriteResult) => (written.state === 'sent' ? (written.reply as Recipe | undefined) : undefined)

/** What this device shows of a recipe. */
const shownRecipe = (id: string) => peekLocally({ endpoint: getRecipe, args: { params: { id } }, household: currentSession().household })

/**
 * Adds a recipe and imports its picture if it has an address. A repeated submit has the same id, so it can't add a second one. Returns what
 * is known of the recipe. Throws `ApiError`.
 */
export function createRecipe(draft: contract.NewRecipe, sendAs: SubmitOnce): Promise<{ id: string; recipe: Recipe | undefined }> {
  const { household } = currentSession()
  return sendAs({ household, draft }, async ({ id: newId, idempotencyKey }) => {
    const id = draft.id ?? newId
    const body = { ...draft, id }
    const written = await writeRecipes({
      words: t`Add ${draft.name}`,
      message: t`Added ${draft.name}`,
      intent: { do: 'add-recipe', recipeId: id, recipe: body },
      opposite: { do: 'remove-recipe', recipeId: id },
      request: { method: 'POST', address: urlOf(contract.addRecipe, {}), body },
      send: () => callWithHeaders(contract.addRecipe, { body, household, idempotencyKey }),
    })
    if (draft.imageUrl) void importPhoto(id, household, written)
    const recipe = recipeIn(written) ?? shownRecipe(id)
    return { id: recipe?.id ?? id, recipe }
  })
}

/** Imports the picture of a recipe once the server has the recipe, which is saved either way. */
async function importPhoto(id: string, household: string | null, written: WriteResult): Promise<void> {
  const { state } = written.state === 'queued' ? await written.ended : written
  if (state !== 'sent') return
  try {
    await call(contract.fetchRecipePhoto, { params: { id }, household })
    void refreshRecipes(household)
  } catch {
    // The recipe has no picture.
  }
}

export async function duplicate({ id, name }: Pick<contract.Recipe, 'id' | 'name'>): Promise<contract.Recipe> {
  const { household } = currentSession()
  const { reply, headers } = await callWithHeaders(contract.duplicateRecipe, { params: { id }, household })
  void refreshRecipes(household)
  offerRecipeUndo(household, t`Copied ${name}`, headers)
  return reply
}

export async function removeRecipe({ id, name }: Pick<contract.Recipe, 'id' | 'name'>): Promise<void> {
  const shown = shownRecipe(id)
  await writeRecipes({
    words: t`Remove ${name}`,
    message: t`Removed ${name}`,
    intent: { do: 'remove-recipe', recipeId: id },
    opposite: shown ? { do: 'put-recipe', recipe: shown } : { do: 'other' },
    request: { method: 'DELETE', address: urlOf(contract.removeRecipe, { params: { id } }) },
    send: (household) => callWithHeaders(contract.removeRecipe, { params: { id }, household }),
  })
}

/** Takes what a recipe used out of the stock, and adds its leftovers. Throws `ApiError`. */
export function cook({ id, name }: Pick<contract.Recipe, 'id' | 'name'>, order: ReviewedOrder, sendAs: SubmitOnce): Promise<WriteResult> {
  const { household } = currentSession()
  return sendAs({ household, id, order }, async ({ id: leftoverId, idAt, idempotencyKey }) => {
    const moreLeftovers = order.moreLeftovers?.map((one, at) => ({ ...one, id: at === 0 ? leftoverId : idAt(at + 1) }))
    const today = deriveLocally(household, (_, clock) => clock.today)
    const cookedOn = today === undefined ? {} : { cookedOn: today }
    const body = { ...order, cookingId: idAt(1), ...cookedOn, ...(moreLeftovers ? { moreLeftovers } : {}) }
    const params = { id }
    return writeRecipes({
      words: t`Cook ${name}`,
      message: t`Cooked ${name}`,
      ...(await cookIntents(household, { id, name }, body)),
      request: { method: 'POST', address: urlOf(contract.cookRecipe, { params }), body },
      send: () => callWithHeaders(contract.cookRecipe, { params, body, household, idempotencyKey }),
    })
  })
}

/** What to use, as confirmed in the review. */
type ReviewedOrder = contract.CookRequest & { take: NonNullable<contract.CookRequest['take']> }

/** Returns what cooking does on screen, and what undoing it does. */
async function cookIntents(
  household: string | null,
  { id: recipeId, name }: Pick<contract.Recipe, 'id' | 'name'>,
  { take, planEntryId, moreLeftovers = [], cookingId }: ReviewedOrder & { cookingId: string },
) {
  const { createAddIntents, createTakeIntents } = await loadStockActions()
  const entryId = planEntryId ?? null
  const known = deriveLocally(household, (tables, { today }) => ({
    today,
    reservationIds: entryId === null ? [] : reservationsOf(tables, entryId),
    reserved: entryId === null ? undefined : reservedByOthers(tables, entryId, today),
  }))
  const taken = createTakeIntents(household, take, { reserved: known?.reserved, withKinds: true })
  const added = moreLeftovers.flatMap((one) =>
    household && known && one.id ? createAddIntents(household, { ...leftoverLot(name, one, known.today), id: one.id }) : [],
  )
  const lots = (of: 'intent' | 'opposite') => [...taken[of].lots, ...added.flatMap((one) => one[of].lots)]
  const blank = { rating: null, notes: '', picture: null, createdAt: new Date().toISOString(), version: 1 }
  const made = known ? { cooking: { id: cookingId, recipeId, date: known.today, ...blank } } : {}
  return {
    intent: { do: 'cook', entryId, reservationIds: known?.reservationIds ?? [], lots: lots('intent'), ...made },
    opposite: { do: 'uncook', entryId, lots: lots('opposite'), cookingId },
  } as const
}

/** Stores which of the household's ingredients a line's food refers to. */
export async function matchIngredient(ingredient: string, ingredientId: string | null): Promise<void> {
  const { household } = currentSession()
  await call(contract.matchLineIngredient, { body: { food: ingredient, ingredientId }, household })
  await invalidateIn(household, ...reads)
}

export const fetchRecipeDraft = (body: { url: string } | { text: string }) => call(contract.importRecipe, { body })

function collectionForm(file: File) {
  const form = new FormData()
  form.append('file', file)
  const name = file.name
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, 200)
  return { form, query: name === '' ? {} : { name } }
}

/** Reads a collection and returns what an import would bring; stores nothing. */
export function previewCollection(file: File): Promise<contract.CollectionPreview> {
  const { form, query } = collectionForm(file)
  return upload(contract.previewCollection, form, { query })
}

export async function importCollection(file: File): Promise<contract.ImportedCollection> {
  const { household } = currentSession()
  const { form, query } = collectionForm(file)
  const reply = await upload(contract.importCollection, form, { query })
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

/** Updates a recipe in every cached query unless a newer version is there. */
function updateCached(household: string | null, recipe: Recipe): void {
  const key = endpointQuery(getRecipe, { params: { id: recipe.id } }, household).queryKey
  cache.setQueryData(key, (held) => held && (held.version > recipe.version ? held : recipe))
  const { lines: _, ...face } = recipe
  const newer = (card: RecipeListItem) => (card.id !== face.id || card.version > face.version ? card : { ...card, ...face })
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
  const others = () => buildIfMatch(household, editedRecipeIds, recipe, 'fresh')
  const isLast = () => edit.isLast() && others().ifMatch.own.length === 0
  const refresh = () => {
    if (isLast()) void refreshRecipes(household)
  }
  const params = { id: recipe.id }
  const to = part as RecipeFields
  const before = Object.fromEntries(Object.keys(part).map((name) => [name, recipe[name as keyof RecipeChange]]))
  const { name } = { ...recipe, ...to }
  try {
    const write = {
      words: t`Edit ${name}`,
      message: t`Saved ${name}`,
      intent: { do: 'edit-recipe', recipeId: recipe.id, to },
      opposite: { do: 'edit-recipe', recipeId: recipe.id, to: before },
      request: {
        method: 'PATCH',
        address: urlOf(changeRecipe, { params }),
        body: part,
        // If it waits, what was typed replaces the same fields of others.
        ...others(),
      },
      send: () => edit.send((ifMatch) => callWithHeaders(changeRecipe, { params, body: part, ifMatch, household })),
    } as const
    const written = await writeWithUndo(write, household)
    if (written.state === 'queued') void written.ended.then(refresh)
    const reply = recipeIn(written)
    if (!reply) return shownRecipe(recipe.id) ?? { ...recipe, ...to }
    if (isLast()) updateCached(household, reply)
    return reply
  } catch (error) {
    if (isLast()) updateCached(household, currentRowFrom412(error, changeRecipe) ?? edit.row())
    throw error
  } finally {
    refresh()
  }
}
