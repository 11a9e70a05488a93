import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { changeUndone, undoChange } from '#domains/households/contract/index.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { call, callWithHeaders, errorMessage } from '#platform/web/api/call.ts'
import { editChain, rowOf412 } from '#platform/web/api/concurrent-edits.ts'
import type { SubmitOnce } from '#platform/web/api/idempotent-submit.ts'
import { cache, endpointQuery, invalidate, invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import {
  addIngredient,
  changeIngredient,
  getIngredient,
  type Ingredient,
  listIngredients,
  type NewIngredient,
  removeIngredient,
} from '../../contract/index.ts'

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

/** Shows `optimistic` at once, and offers Undo. Restores the row and throws `ApiError` if the change fails. */
export async function changeIngredientWithUndo(
  ingredient: Ingredient,
  part: IngredientChange,
  optimistic: Partial<Ingredient> = {},
): Promise<void> {
  // The response and Undo may come after switching to another household.
  const { household } = currentSession()
  updateCache(household, { ...ingredient, ...optimistic })
  const edit = chain(`${household} ${ingredient.id}`, ingredient)
  try {
    const { reply, headers } = await edit.send((ifMatch) =>
      callWithHeaders(changeIngredient, { params: { id: ingredient.id }, body: part, ifMatch, household }),
    )
    if (edit.isLast()) updateCache(household, reply)
    offerIngredientUndo(household, t`Saved ${reply.name}`, headers)
  } catch (error) {
    if (edit.isLast()) updateCache(household, rowOf412(error, changeIngredient) ?? edit.row())
    throw error
  } finally {
    if (edit.isLast()) void invalidateIn(household, listIngredients, getIngredient)
  }
}

/** Shows a message with Undo if the response names a change. */
export function offerIngredientUndo(household: string | null, message: string, headers: Headers): void {
  const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
  if (Number.isInteger(seq) && seq > 0) toast.undo(message, () => void undo(household, seq))
  else toast.done(message)
}

async function undo(household: string | null, seq: number): Promise<void> {
  try {
    await call(undoChange, { params: { seq }, household })
    toast.done(t`Undone`)
  } catch (error) {
    toast.fail(errorMessage(error, t`Couldn’t undo that`))
  }
  await invalidateIn(household, listIngredients, getIngredient)
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
