import { t } from '@lingui/core/macro'
import { callWithHeaders } from '#platform/web/api/call.ts'
import type { SubmitOnce } from '#platform/web/api/idempotent-submit.ts'
import { cache, invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { addIngredient, type Ingredient, listIngredients, type NewIngredient, removeIngredient } from '../../contract/index.ts'
import { listKey, offerIngredientUndo } from './index.ts'

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
export async function deleteWithUndo(ingredient: Ingredient): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(removeIngredient, { params: { id: ingredient.id }, household })
  cache.setQueryData(listKey(household), (ingredients) => ingredients?.filter(({ id }) => id !== ingredient.id))
  void invalidateIn(household, listIngredients)
  offerIngredientUndo(household, t`Removed ${ingredient.name}`, headers)
}
