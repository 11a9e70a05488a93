import { t } from '@lingui/core/macro'
import { callWithHeaders } from '#platform/web/api/call.ts'
import type { SubmitOnce } from '#platform/web/api/idempotent-submit.ts'
import { cache, invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { addIngredient, type Ingredient, listIngredients, type NewIngredient, removeIngredient } from '../../contract/index.ts'
import { listKey, offerUndo } from './index.ts'

/** Makes a food, and offers Undo. Throws `ApiError`. Apart from `api.ts`, which the dashboard loads. */
export async function add(food: NewIngredient, sendAs: SubmitOnce): Promise<Ingredient> {
  const { household } = currentSession()
  const { reply, headers } = await sendAs({ household, food }, ({ id, idempotencyKey }) =>
    callWithHeaders(addIngredient, { body: { id, ...food }, household, idempotencyKey }),
  )
  void invalidateIn(household, listIngredients)
  offerUndo(household, t`Added ${reply.name}`, headers)
  return reply
}

/** Takes a food away that has no stock, and offers Undo. Throws `ApiError`. */
export async function remove(food: Ingredient): Promise<void> {
  const { household } = currentSession()
  const { headers } = await callWithHeaders(removeIngredient, { params: { id: food.id }, household })
  cache.setQueryData(listKey(household), (foods) => foods?.filter(({ id }) => id !== food.id))
  void invalidateIn(household, listIngredients)
  offerUndo(household, t`Removed ${food.name}`, headers)
}
