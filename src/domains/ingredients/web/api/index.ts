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

/** Every food of the household, by name; live while the screen stands. */
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
function put(household: string | null, ingredient: Ingredient): void {
  const newer = (held: Ingredient) => (held.version > ingredient.version ? held : ingredient)
  cache.setQueryData(listKey(household), (ingredients) => ingredients?.map((other) => (other.id === ingredient.id ? newer(other) : other)))
  cache.setQueryData(endpointQuery(getIngredient, { params: { id: ingredient.id } }, household).queryKey, (held) => held && newer(held))
}

const own = editChain<Ingredient>()

/** Changes a food, shown at once where the change is simple, and offers Undo. Throws `ApiError`, with the old row back on screen. */
export async function change(ingredient: Ingredient, part: IngredientChange, shown: Partial<Ingredient> = {}): Promise<void> {
  // Bound here: answer, rollback and Undo may come when another household is open.
  const { household } = currentSession()
  put(household, { ...ingredient, ...shown })
  const mine = own(`${household} ${ingredient.id}`, ingredient)
  try {
    const { reply, headers } = await mine.send((ifMatch) =>
      callWithHeaders(changeIngredient, { params: { id: ingredient.id }, body: part, ifMatch, household }),
    )
    if (mine.isLast()) put(household, reply)
    offerIngredientUndo(household, t`Saved ${reply.name}`, headers)
  } catch (error) {
    if (mine.isLast()) put(household, rowOf412(error, Ingredient) ?? mine.row())
    throw error
  } finally {
    if (mine.isLast()) void invalidateIn(household, listIngredients, getIngredient)
  }
}

/** Says what was done; for eight seconds one tap takes it back. */
export function offerIngredientUndo(household: string | null, said: string, headers: Headers): void {
  const seq = Number(headers.get('x-change-seq') ?? Number.NaN)
  if (Number.isInteger(seq) && seq > 0) toast.undo(said, () => void undo(household, seq))
  else toast.done(said)
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
