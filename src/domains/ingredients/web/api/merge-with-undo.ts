import { t } from '@lingui/core/macro'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { cache, invalidateIn } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import { getIngredient, type Ingredient, listIngredients, mergeIngredients } from '../../contract/index.ts'
import { ingredientsKey, offerIngredientUndo } from './index.ts'

type Named = Pick<Ingredient, 'id' | 'name'>

/** Makes `merged` part of `kept`, and offers Undo. Throws `ApiError`. */
export async function mergeWithUndo(kept: Named, merged: Named): Promise<void> {
  const { household } = currentSession()
  const sent = { params: { id: kept.id }, body: { ingredientId: merged.id }, household }
  const { headers } = await callWithHeaders(mergeIngredients, sent)
  cache.setQueryData(ingredientsKey(household), (ingredients) => ingredients?.filter(({ id }) => id !== merged.id))
  void invalidateIn(household, listIngredients, getIngredient)
  offerIngredientUndo(household, t`Merged ${merged.name} into ${kept.name}`, headers)
}
