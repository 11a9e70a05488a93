import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { changeUndone, undoChange } from '#domains/households/contract/index.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { ApiError, callWithHeaders, urlOf } from '#platform/web/api/call.ts'
import { currentRowFrom412, editChain } from '#platform/web/api/concurrent-edits.ts'
import type { SubmitOnce } from '#platform/web/api/idempotent-submit.ts'
import { cache, endpointQuery, invalidate, invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { offerUndo } from '#platform/web/sync/offer-undo.ts'
import { buildIfMatch } from '#platform/web/sync/versioned-reply-handler.ts'
import { sentWrite, writeOrSend } from '#platform/web/sync/write-or-queue.ts'
import {
  addIngredient,
  changeIngredient,
  getIngredient,
  type Ingredient,
  listIngredients,
  type NewIngredient,
  removeIngredient,
} from '../../contract/index.ts'
import { isProvisional } from '../../rules/provisional-id.ts'
import { editedIngredientIds, type IngredientIntent } from './ingredient-intent.ts'

export type IngredientChange = BodyInputOf<typeof changeIngredient>

/** The household's ingredients by name, updated while mounted. */
export function useIngredients() {
  useEffect(
    () =>
      onEvent({}, ({ event }) => {
        if (event.startsWith('ingredient.') || event === changeUndone.name) void invalidate(listIngredients, getIngredient)
      }),
    [],
  )
  return useEndpointQuery(listIngredients, {})
}

export const ingredientsKey = (household: string | null) => endpointQuery(listIngredients, {}, household).queryKey
function updateCache(household: string | null, ingredient: Ingredient): void {
  const newer = (cached: Ingredient) => (cached.version > ingredient.version ? cached : ingredient)
  cache.setQueryData(ingredientsKey(household), (ingredients) =>
    ingredients?.map((other) => (other.id === ingredient.id ? newer(other) : other)),
  )
  cache.setQueryData(
    endpointQuery(getIngredient, { params: { id: ingredient.id } }, household).queryKey,
    (cached) => cached && newer(cached),
  )
}

const chain = editChain<Ingredient>()

/** Shows `optimistic` at once, and offers Undo unless `isQuiet`. Restores the row and throws `ApiError` if the change fails. */
export async function changeIngredientWithUndo(
  ingredient: Ingredient,
  part: IngredientChange,
  optimistic: Partial<Ingredient> = {},
  { isQuiet = false } = {},
): Promise<void> {
  if (isProvisional(ingredient.id)) throw new ApiError(0, 'not sent', '', null, t`Not synced yet. Try again once you’re online.`)
  // The response and Undo may come after switching to another household.
  const { household } = currentSession()
  updateCache(household, { ...ingredient, ...optimistic })
  const edit = chain(`${household} ${ingredient.id}`, ingredient)
  const others = () => buildIfMatch(household, editedIngredientIds, ingredient, 'fresh')
  const isLast = () => edit.isLast() && others().ifMatch.own.length === 0
  const params = { id: ingredient.id }
  const before = Object.fromEntries(Object.keys(optimistic).map((field) => [field, ingredient[field as keyof Ingredient]]))
  const intent = (to: Partial<Ingredient>): IngredientIntent => ({ do: 'edit', ingredientId: ingredient.id, to })
  const { name = ingredient.name } = part
  try {
    const write = {
      household: household ?? '',
      kind,
      words: t`Edit ${name}`,
      intent: intent(optimistic),
      request: {
        method: 'PATCH',
        address: urlOf(changeIngredient, { params }),
        body: part,
        ...others(),
      },
    } as const
    const written = await writeOrSend(write, () =>
      edit.send((ifMatch) => callWithHeaders(changeIngredient, { params, body: part, ifMatch, household })),
    )
    if (written.state === 'sent' && written.reply && isLast()) updateCache(household, written.reply as Ingredient)
    const onChange = () => void invalidateIn(household, listIngredients, getIngredient)
    if (!isQuiet) offerUndo(write, written, t`Saved ${name}`, { by: undoChange, opposite: intent(before), onChange })
    if (written.state === 'queued') void written.ended.then(onChange)
  } catch (error) {
    if (isLast()) updateCache(household, currentRowFrom412(error, changeIngredient) ?? edit.row())
    throw error
  } finally {
    if (isLast()) void invalidateIn(household, listIngredients, getIngredient)
  }
}

const kind = 'ingredients'

/** Shows a message with Undo if the response names a change. */
export function offerIngredientUndo(household: string | null, message: string, headers: Headers): void {
  const onChange = () => void invalidateIn(household, listIngredients, getIngredient)
  offerUndo({ household: household ?? '', kind, words: message }, sentWrite(headers), message, { by: undoChange, opposite: {}, onChange })
}

/** Offers Undo. Throws `ApiError`. Separate from `index.ts` to keep the dashboard's bundle small. */
export async function createIngredient(ingredient: NewIngredient, sendAs: SubmitOnce): Promise<Ingredient> {
  const { household } = currentSession()
  const { reply, headers } = await sendAs({ household, ingredient }, ({ id, idempotencyKey }) =>
    callWithHeaders(addIngredient, { body: { id, ...ingredient }, household, idempotencyKey }),
  )
  void invalidateIn(household, listIngredients)
  offerIngredientUndo(household, t`Added ${reply.name}`, headers)
  return reply
}

/** Removes an ingredient without stock, and offers Undo. Throws `ApiError`. */
export async function deleteIngredientWithUndo(ingredient: Ingredient): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(removeIngredient, { params: { id: ingredient.id }, household })
  cache.setQueryData(ingredientsKey(household), (ingredients) => ingredients?.filter(({ id }) => id !== ingredient.id))
  void invalidateIn(household, listIngredients)
  offerIngredientUndo(household, t`Removed ${ingredient.name}`, headers)
}
