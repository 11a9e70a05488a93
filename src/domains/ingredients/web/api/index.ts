import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { changeUndone, undoChange } from '#domains/households/contract/index.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import { call, callWithHeaders, errorMessage } from '#platform/web/api/call.ts'
import { editChain } from '#platform/web/api/edit-chain.ts'
import { rowOf412 } from '#platform/web/api/edit-conflict.ts'
import { cache, endpointQuery, invalidate, invalidateIn, useReply } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { toast } from '#platform/web/ui/toast.tsx'
import { changeIngredient, getIngredient, Ingredient, listIngredients } from '../../contract/index.ts'

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
  return useReply(listIngredients, {})
}

export const listKey = (household: string | null) => endpointQuery(listIngredients, {}, household).queryKey
function updateCache(household: string | null, ingredient: Ingredient): void {
  const newer = (cached: Ingredient) => (cached.version > ingredient.version ? cached : ingredient)
  cache.setQueryData(listKey(household), (ingredients) => ingredients?.map((other) => (other.id === ingredient.id ? newer(other) : other)))
  cache.setQueryData(
    endpointQuery(getIngredient, { params: { id: ingredient.id } }, household).queryKey,
    (cached) => cached && newer(cached),
  )
}

const chain = editChain<Ingredient>()

/** Shows `optimistic` at once, and offers Undo. Restores the row and throws `ApiError` if the change fails. */
export async function change(ingredient: Ingredient, part: IngredientChange, optimistic: Partial<Ingredient> = {}): Promise<void> {
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
    if (edit.isLast()) updateCache(household, rowOf412(error, Ingredient) ?? edit.row())
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
